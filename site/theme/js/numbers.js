// A number of a page opens what it rests on: hover and focus show it, a tap, a click or Enter keep it open and go
// into it. Escape closes it. What it says is fetched when the first one is opened: numbers.js beside the page holds the
// panels of its text, in the order of the numbers; a figure that leads to its row (.value-row) has its own in numbers.js
// beside the page of that row. Plain scripts, so that all of it runs from a folder too.
(() => {
  const NUMBERS = 'a.value', OF_TEXT = 'a.value:not(.value-row)';
  const panel = document.createElement('div');
  let shown = null, kept = false, timer = 0, quiet = false;

  const files = new Map(), waiting = new Map();
  window.pageNumbers = (data) => waiting.get(document.currentScript)?.(data);
  function load(url) {
    if (!files.has(url)) files.set(url, new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = url;
      script.onerror = () => reject(new Error(`${url} could not be loaded`));
      waiting.set(script, resolve);
      document.head.append(script);
    }));
    return files.get(url);
  }

  // The id of a row begins with that of its series, or is that of a fact.
  function panelOfRow({ rows }, id) {
    for (const { id: start, at, ...of } of rows) {
      const point = id.startsWith(start) && at[id.slice(start.length)];
      if (!point) continue;
      const [places, before, behind] = point;
      return { ...of, name: of.name + places, rows: [...before, ...of.rows, ...behind] };
    }
    throw new Error(`no ${id}`);
  }

  const addressOf = (link) => new URL(link.getAttribute('href'), document.baseURI); // one of a drawing has no other
  const wordsOf = (link) => link.textContent.trim().replace(/\s*\n\s*/g, ' ');

  // own.js brings what the numbers of the reader's card rest on.
  async function panelOf(link) {
    if (!link.matches(OF_TEXT)) {
      const url = addressOf(link);
      return panelOfRow(await (globalThis.ownRows?.(url) ?? load(new URL('numbers.js', url).href)), decodeURIComponent(url.hash.slice(1)));
    }
    const { of, panels } = await (globalThis.ownNumbers ?? load('numbers.js'));
    return panels[of[[...document.querySelectorAll(OF_TEXT)].indexOf(link)]];
  }

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function fill(link, { how, name, rows, more }) {
    const head = element('p', '', { id: 'G-number-head', class: 'number-head' });
    head.append(element('strong', wordsOf(link)), ` ${how}`);
    const close = element('button', '×', { type: 'button', 'aria-label': 'Close' });
    close.addEventListener('click', () => hide(true));
    const list = document.createElement('dl');
    for (const [key, words, href] of rows) {
      const value = element('dd', href ? '' : words);
      if (href) value.append(element('a', words, { href }));
      list.append(element('dt', key), value);
    }
    const foot = element('p', ''), { href, hash } = addressOf(link);
    foot.append(element('a', more, { href: link.getAttribute('href') }));
    const there = href.split('#')[0] === document.URL.split('#')[0] && document.getElementById(decodeURIComponent(hash.slice(1)));
    panel.replaceChildren(close, head, ...(name ? [element('p', name)] : []), list, ...(there && there.contains(link) ? [] : [foot])); // it stands in its row
  }

  // Below the number, or above it where there is more room; never wider than the screen.
  function place(link) {
    const box = link.getClientRects()[0], gap = 6, edge = 8;
    const { clientWidth, clientHeight } = document.documentElement;
    const left = Math.min(Math.max(box.left, edge), clientWidth - panel.offsetWidth - edge);
    const below = clientHeight - box.bottom > panel.offsetHeight + gap || clientHeight - box.bottom > box.top;
    const top = below ? box.bottom + gap : box.top - gap - panel.offsetHeight;
    panel.style.left = `${Math.max(left, edge) + window.scrollX}px`;
    panel.style.top = `${Math.max(top + window.scrollY, 0)}px`;
  }

  function hide(back) {
    clearTimeout(timer);
    if (!shown) return;
    const link = shown;
    panel.hidden = true;
    link.setAttribute('aria-expanded', 'false');
    link.removeAttribute('aria-describedby');
    shown = null;
    kept = false;
    if (!back) return;
    quiet = true; // the number has the focus again and does not open by it
    link.focus({ preventScroll: true });
    quiet = false;
  }

  let wanted = null;
  async function show(link, keep) {
    clearTimeout(timer);
    wanted = link;
    if (shown !== link) {
      const about = await panelOf(link);
      if (wanted !== link) return; // the pointer has gone on
      hide(false);
      fill(link, about);
      panel.hidden = false;
      place(link);
      shown = link;
      link.setAttribute('aria-expanded', 'true');
      link.setAttribute('aria-describedby', panel.id);
    }
    kept = kept || keep;
    if (keep) panel.focus({ preventScroll: true });
  }

  const later = (wait, act) => { clearTimeout(timer); timer = setTimeout(act, wait); };
  const numberAt = (target) => target.closest?.(NUMBERS);

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    const link = numberAt(target);
    if (pointerType !== 'mouse' || kept) return;
    if (link && link !== shown) later(150, () => show(link, false).catch(() => {}));
    else if (link || panel.contains(target)) clearTimeout(timer);
    else later(250, () => { wanted = null; if (document.activeElement !== shown) hide(false); });
  });
  document.addEventListener('focusin', ({ target }) => {
    const link = numberAt(target);
    if (link && !quiet && link.matches(':focus-visible')) show(link, false).catch(() => {});
    else if (shown && target !== shown && !panel.contains(target)) hide(false);
  });
  document.addEventListener('click', (event) => {
    const link = numberAt(event.target);
    if (!link) {
      if (shown && !panel.contains(event.target)) hide(false);
      return;
    }
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(link, true).catch(() => { window.location.href = addressOf(link).href; });
  });
  document.addEventListener('keydown', (event) => {
    if (!shown) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      hide(kept || panel.contains(document.activeElement));
      return;
    }
    // Tab goes on from the number when the panel ends, and back to it from its beginning.
    const inside = [...panel.querySelectorAll('a, button')], at = document.activeElement;
    if (event.key !== 'Tab' || !panel.contains(at)) return;
    if (event.shiftKey && (at === panel || at === inside[0])) {
      event.preventDefault();
      hide(true);
    } else if (!event.shiftKey && at === inside.at(-1)) {
      hide(true);
    }
  });
  window.addEventListener('resize', () => { if (shown) place(shown); });

  panel.id = 'G-number';
  panel.className = 'number-panel';
  panel.hidden = true;
  panel.tabIndex = -1;
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-labelledby', 'G-number-head');
  document.body.append(panel);
  function look() {
    for (const link of document.querySelectorAll(`:is(${NUMBERS}):not([aria-haspopup])`)) {
      link.setAttribute('aria-haspopup', 'dialog');
      link.setAttribute('aria-expanded', 'false');
    }
  }
  look();
  document.addEventListener('pagechange', () => { // own.js has filled in another card, or a tool has
    if (shown && !shown.isConnected) hide(false);
    look();
  });
})();
