// What every page can do: themes, keys, search, the section being read, previews of terms. Nothing of the
// text needs it. A plain script, so that it also runs where a page was opened as a file.
(() => {
  'use strict';
  const script = document.currentScript;
  const root = script.dataset.root;
  const at = (id) => document.getElementById(`G-${id}`);

  function keep(name, value) {
    try { localStorage.setItem(name, value); } catch { /* then it holds for this page */ }
  }
  function kept(name) {
    try { return localStorage.getItem(name); } catch { return null; }
  }
  function make(tag, attributes, ...content) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  }

  // ---- themes ----------------------------------------------------------------------------------

  const themes = ['system', 'light', 'dark'];
  const themeNow = () => document.documentElement.dataset.theme ?? 'system';

  function nameTheme() {
    at('theme').dataset.now = themeNow();
    at('theme').setAttribute('aria-label', `Theme: ${themeNow()}`);
    at('theme').title = `Theme: ${themeNow()} (t)`;
  }
  function nextTheme() {
    const next = themes[(themes.indexOf(themeNow()) + 1) % themes.length];
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    keep('theme', next);
    nameTheme();
  }
  at('theme').addEventListener('click', nextTheme);
  nameTheme();

  // ---- search: what it needs is loaded when it is opened ------------------------------------------

  let search;
  function load(name) {
    return new Promise((done, failed) => {
      const element = make('script', { src: `${root}assets/${name}` });
      element.async = false; // they run in the order in which they were asked for
      element.addEventListener('load', done);
      element.addEventListener('error', () => failed(new Error(name)));
      document.head.append(element);
    });
  }
  async function openSearch() {
    search ??= Promise.all(['lunr.min.js', 'search-data.js', 'js/search.js'].map(load));
    try {
      await search;
      globalThis.openSearch(root, script.dataset.below ?? '');
    } catch { // the index finds the same things
      location.href = at('search').href;
    }
  }
  at('search').addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSearch();
  });

  // ---- the reader's own card: what fills in its numbers is loaded where one is kept ------------------

  if (at('own-page') || (kept('card') && location.protocol !== 'file:')) {
    if (kept('card')) document.documentElement.dataset.filling = 'yes';
    globalThis.ownReady = load('js/own.js').catch(() => { delete document.documentElement.dataset.filling; });
  }

  // ---- keys --------------------------------------------------------------------------------------

  const follow = (rel) => () => document.querySelector(`.neighbours [rel="${rel}"]`)?.click();
  const keys = new Map([
    ['/', ['search', openSearch]],
    ['n', ['next page', follow('next')]],
    ['p', ['previous page', follow('prev')]],
    ['h', ['home', () => { location.href = document.querySelector('.brand').href; }]],
    ['t', ['next theme: system, light, dark', nextTheme]],
    ['?', ['these shortcuts', openHelp]],
  ]);

  let help;
  function openHelp() {
    help ??= makeHelp();
    if (!help.open) help.showModal();
  }
  function makeHelp() {
    const list = make('dl', {});
    for (const [key, [words]] of keys) list.append(make('div', {}, make('dt', {}, make('kbd', {}, key)), make('dd', {}, words)));
    const box = make('input', { type: 'checkbox', id: 'G-keys' });
    box.checked = kept('keys') !== 'off';
    box.addEventListener('change', () => keep('keys', box.checked ? 'on' : 'off'));
    const dialog = make('dialog', { class: 'panel help', 'aria-labelledby': 'G-help-name' },
      make('h2', { id: 'G-help-name' }, 'Keyboard shortcuts'), list,
      make('p', {}, make('label', { for: 'G-keys' }, box, ' Shortcuts of one key')),
      make('form', { method: 'dialog' }, make('button', { class: 'tool-button' }, 'Close')));
    document.body.append(dialog);
    return dialog;
  }
  at('help').addEventListener('click', openHelp);

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest('input, textarea, select, [contenteditable], dialog')) return;
    if (kept('keys') === 'off') return;
    const entry = keys.get(event.key);
    if (!entry) return;
    event.preventDefault();
    entry[1]();
  });

  // ---- the section being read ----------------------------------------------------------------------

  const readLinks = () => new Map([...document.querySelectorAll('.contents a')].map((link) => [
    document.getElementById(decodeURIComponent(link.hash.slice(1))), link]));
  let links = readLinks();
  function markSection() {
    let current = null;
    for (const heading of links.keys())
      if (heading && heading.getBoundingClientRect().top < innerHeight / 3) current = heading;
    for (const [heading, link] of links)
      if (heading && heading === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
  }
  let asked = false;
  const ask = () => {
    if (asked || !links.size) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; markSection(); });
  };
  addEventListener('scroll', ask, { passive: true });
  addEventListener('resize', ask);
  document.addEventListener('pagechange', () => { links = readLinks(); ask(); });
  ask();

  // ---- what a link leads to may be folded ------------------------------------------------------------

  const unfold = () => {
    const folded = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('details:not([open])');
    if (!folded) return;
    folded.open = true;
    document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  unfold();

  // ---- previews ------------------------------------------------------------------------------------

  // What terms mean stands in the page, by the address that its links have.
  const readTerms = () => JSON.parse(at('terms')?.textContent || '{}');
  let terms = readTerms();
  document.addEventListener('pagechange', () => { terms = readTerms(); });
  const preview = make('div', { class: 'preview', role: 'tooltip', id: 'G-preview', hidden: '' });
  let timer, shown = null;

  function hide() {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute('aria-describedby');
    shown = null;
    preview.hidden = true;
  }
  function show(link, [term, meaning]) {
    hide();
    preview.replaceChildren(make('strong', {}, term), ` ${meaning}`);
    if (!preview.isConnected) document.body.append(preview);
    preview.hidden = false;
    const where = link.getClientRects()[0], box = preview.getBoundingClientRect();
    const below = where.bottom + box.height + 16 < innerHeight;
    const left = Math.max(8, Math.min(where.left, document.documentElement.clientWidth - box.width - 8));
    preview.style.left = `${left + scrollX}px`;
    preview.style.top = `${(below ? where.bottom + 8 : where.top - box.height - 8) + scrollY}px`;
    link.setAttribute('aria-describedby', preview.id);
    shown = link;
  }
  const meaningOf = (target) => {
    const link = target.closest?.('.prose a[href]');
    const meaning = link && terms[link.getAttribute('href').replace(/(index\.html)?(#.*)?$/, '')];
    return meaning ? [link, meaning] : null;
  };
  if (at('terms')) {
    document.addEventListener('pointerover', (event) => {
      const found = event.pointerType === 'mouse' && meaningOf(event.target);
      if (!found || found[0] === shown) return;
      clearTimeout(timer);
      timer = setTimeout(show, 250, ...found);
    });
    document.addEventListener('pointerout', (event) => {
      if (!meaningOf(event.target)) return;
      clearTimeout(timer);
      timer = setTimeout(hide, 200); // time to go over to the preview
    });
    preview.addEventListener('pointerenter', () => clearTimeout(timer));
    document.addEventListener('focusin', (event) => {
      const found = event.target.matches(':focus-visible') && meaningOf(event.target);
      if (found) show(...found);
    });
    document.addEventListener('focusout', hide);
    preview.addEventListener('pointerleave', hide);
    document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
  }
})();
