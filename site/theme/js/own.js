// The numbers of the reader's own card. Its file is read here and kept in the storage of the browser; what stands in
// the page is evaluated and written by assets/own.wasm, which is the generator's own C: gen/web/web.h says how it is
// called. Nothing is sent anywhere. A plain script: way.js loads it where a card is kept, /cards/yours/ always.
(() => {
  'use strict';
  if (globalThis.ownCard) return;
  globalThis.ownCard = true;

  const KEPT = 'card', LARGEST = 512 * 1024;
  const page = document.documentElement;
  const root = document.querySelector('script[data-root]').dataset.root;
  const at = (id) => document.getElementById(`G-${id}`);
  const here = at('own-page'); // this is /cards/yours/
  const yours = `${root}cards/yours/`;

  function make(tag, attributes, ...content) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  }
  function kept() {
    try { return localStorage.getItem(KEPT); } catch { return null; }
  }

  // ---- the engine --------------------------------------------------------------------------------

  // What the C asks of a character, as bits: hidden, without width, of two columns, part of a word.
  const kinds = [
    /[\p{Cf}\p{Zl}\p{Zp}]/u, /[\p{Mn}\p{Me}]/u,
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u,
    /[\p{L}\p{M}\p{N}]/u,
  ];
  const kind = (code) => kinds.reduce((bits, of, i) => bits | (of.test(String.fromCodePoint(code)) << i), 0);

  async function bytesOf(path) {
    const response = await fetch(root + path);
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  class Engine {
    constructor(exports) {
      this.call = exports;
      this.encoder = new TextEncoder();
    }
    give(text) {
      const bytes = typeof text === 'string' ? this.encoder.encode(text) : text;
      const place = this.call.web_room(bytes.length), memory = new Uint8Array(this.call.memory.buffer);
      memory.set(bytes, place);
      memory[place + bytes.length] = 0;
      return [place, bytes.length];
    }
    text() {
      const bytes = new Uint8Array(this.call.memory.buffer, this.call.web_output(), this.call.web_output_length());
      return withOwnLinks(new TextDecoder().decode(bytes));
    }
    output() { return JSON.parse(this.text()); }
    // What is wrong with the file; else what pages say of the card.
    read(name, text) {
      const fine = this.call.web_own(...this.give(name), ...this.give(text)), output = this.output();
      return fine ? { card: output } : { faults: output };
    }
    page(data, below) {
      if (!this.call.web_page(...this.give(data), ...this.give(below))) throw new Error('the data of this page are of another build');
      return this.output();
    }
    made(name) {
      this.call[name]();
      return this.output();
    }
    numbers(family) {
      this.call.web_numbers(...this.give(family));
      return handedOver(this.text());
    }
  }

  // What numbers.js hands over.
  const handedOver = (script) => JSON.parse(script.slice(script.indexOf('(') + 1, script.lastIndexOf(')')));

  // The pages of the series of this card are not files: /cards/yours/ shows them.
  function withOwnLinks(json) {
    return json.replace(/(\byours\/)series\/([\w.-]+)\/(?=[#"\\])/g, '$1?series=$2');
  }

  // The cards of the site are asked too: for what others have, and by name. The one of the same id is not.
  async function start(id) {
    const wasi = { fd_close: () => 0, fd_seek: () => 0, fd_write: () => 0, proc_exit: () => { throw new Error('no memory is left'); } };
    const [wasm, shared] = await Promise.all([bytesOf('assets/own.wasm'), bytesOf('assets/own.json')]);
    const cards = JSON.parse(new TextDecoder().decode(shared)).cards.filter(([, path]) => !path.endsWith(`/${id}.json`));
    const [{ instance }, ...files] = await Promise.all([
      WebAssembly.instantiate(wasm, { page: { kind }, wasi_snapshot_preview1: wasi }),
      ...cards.map(([address]) => bytesOf(address))]);
    const engine = new Engine(instance.exports);
    if (!engine.call.web_shared(...engine.give(shared))) throw new Error('assets/own.json is of another build');
    cards.forEach(([, path, reported], i) => engine.call.web_published(...engine.give(path), ...engine.give(files[i]), reported));
    return engine;
  }

  // ---- the line at the top --------------------------------------------------------------------------

  const line = make('p', { role: 'status' });
  const bar = make('div', { class: 'own-bar', hidden: '' }, line);
  document.querySelector('main').before(bar);

  function remove() {
    try { localStorage.removeItem(KEPT); } catch { /* then nothing was kept */ }
    if (here) location.href = yours;
    else location.reload();
  }
  function say(...content) {
    bar.hidden = false;
    line.replaceChildren(...content);
    if (bar.querySelector('button')) return;
    const button = make('button', { type: 'button', class: 'own-remove' }, 'Remove');
    button.addEventListener('click', remove);
    bar.append(button);
  }
  const linkTo = (name) => make('a', { href: yours }, name);

  // ---- pages ------------------------------------------------------------------------------------------

  const html = (element, text) => { if (element) element.innerHTML = text; };

  // The tools of the page go on: they have scripts of their own. Returns whether one knows the published cards alone.
  function keepTools(prose, make) {
    const ids = ['G-model', '', 'G-simulator', 'G-access'];
    const tools = ids.map((id) => id && document.getElementById(id));
    make();
    for (const place of prose.querySelectorAll('[data-tool]')) {
      const tool = tools[Number(place.dataset.tool)];
      if (tool) place.replaceWith(tool);
      else place.remove();
    }
    return tools[2]?.isConnected;
  }

  function fillContents(list) {
    const items = list.map(([href, words, inner]) => make('li', inner ? { class: 'inner' } : {}, make('a', { href }, words)));
    const side = document.querySelector('.side');
    if (!items.length) side.querySelector('.contents')?.remove();
    else if (!side.querySelector('.contents'))
      side.prepend(make('nav', { class: 'contents', 'aria-labelledby': 'G-contents' },
        make('details', {}, make('summary', {}, make('h2', { id: 'G-contents' }, 'On this page')), make('ol', {}))));
    side.querySelector('.contents ol')?.replaceChildren(...items);
  }

  function fillNames(card) {
    const summary = document.querySelector('.editions summary'), foot = document.querySelector('.site-foot p');
    if (summary) summary.firstChild.data = `Numbers of the ${card.name} `;
    document.querySelector('.editions [aria-current]')?.removeAttribute('aria-current');
    for (const link of document.querySelectorAll('.side-card a')) {
      link.textContent = card.name;
      link.href = yours;
    }
    foot?.replaceChildren('Numbers: ', make('a', { href: yours }, card.line), card.reported ? '. None of them was measured here.' : '.');
  }

  function changed(numbers) {
    globalThis.ownNumbers = numbers;
    document.dispatchEvent(new Event('pagechange'));
    if (!document.querySelector('a.value') || document.querySelector('script[src$="js/numbers.js"]')) return;
    document.body.append(make('script', { src: `${root}assets/js/numbers.js` }));
  }

  async function fillEntry(engine, card, article) {
    const response = await fetch(article.dataset.own);
    if (!response.ok) throw new Error(`own.json: status ${response.status}`);
    const filled = engine.page(new Uint8Array(await response.arrayBuffer()), article.dataset.below ?? '');
    const prose = article.querySelector('.prose'), before = article.querySelector('.side-card a')?.textContent;
    const tools = keepTools(prose, () => html(prose, filled.body));
    html(article.querySelector('h1'), filled.heading);
    html(article.querySelector('.lede'), filled.lede);
    document.title = document.title.replace(/^.*(?= · )/, () => filled.title);
    article.querySelector('.dagger-note').hidden = !filled.marked;
    if (at('terms')) at('terms').textContent = filled.terms;
    const words = article.querySelector('.orientation').firstChild;
    words.data = words.data.replace(/^\d+/, filled.minutes);
    fillContents(filled.contents);
    const take = article.querySelector('.take');
    if (take && !take.querySelector('.own-note'))
      take.querySelector('h2').after(make('p', { class: 'own-note' }, `These files hold the numbers of the ${before}.`));
    fillNames(card);
    changed(handedOver(filled.numbers));
    const notes = [];
    if (filled.left_out) notes.push(`${filled.left_out} ${filled.left_out === 1 ? 'passage does' : 'passages do'} not hold on it and ${filled.left_out === 1 ? 'is' : 'are'} left out`);
    if (tools) notes.push(`the simulator goes on with the ${before}`);
    say('Numbers of the ', linkTo(card.name), ` (yours)${notes.map((note) => `; ${note}`).join('')}.`);
  }

  function fillHome(engine, card) {
    const made = engine.made('web_home');
    const part = (element, shown) => { if (element) element.hidden = !shown; };
    const drawn = document.createRange();
    const replace = (section, text) => {
      if (!section) return;
      const figure = section.querySelector('figure');
      section.querySelector('details')?.remove();
      figure.replaceWith(drawn.createContextualFragment(text));
    };
    const surprise = document.querySelector('.surprise'), staircase = document.querySelector('.staircase');
    const both = made.surprise_l1 && made.surprise_dram;
    part(surprise, both);
    if (surprise && both) {
      for (const mark of surprise.querySelectorAll('.dagger')) mark.remove();
      for (const level of ['l1', 'dram']) {
        const figure = surprise.querySelector(`.at-${level}`);
        html(figure, made[`surprise_${level}`]);
        if (card.reported) figure.after(make('span', { class: 'dagger', role: 'img', 'aria-label': 'reported' }, '†'));
      }
    }
    part(staircase, made.curve);
    if (made.curve) replace(staircase, made.curve);
    for (const link of staircase?.querySelectorAll('a[href*="#chase"]') ?? []) link.href = `${yours}?series=chase#chase.cycles`;
    replace(document.querySelector('.ladder'), made.ladder);
    at('ladder').textContent = `The ladder of the ${card.name}`;
    fillNames(card);
    changed({ of: [], panels: [] });
    say('Numbers of the ', linkTo(card.name), ' (yours).');
  }

  // The card's row in the tables of all cards, and its costs, the first to be chosen.
  function fillAmong(engine) {
    if (at('ranks')) html(at('ranks'), engine.made('web_ranks').ranks);
    if (at('costs-rows')) {
      const made = engine.made('web_simulator'), select = at('costs');
      html(at('costs-rows'), made['cost-rows']);
      if (select) fillCosts(select, document.createRange().createContextualFragment(made['cost-options']));
    }
    changed({ of: [], panels: [] });
  }
  function fillCosts(select, made) {
    const before = select.value, own = made.querySelectorAll('[data-yours]');
    select.replaceChildren(select.options[0], ...own, ...made.querySelectorAll('option:not([data-yours])'));
    if ([...select.options].some(({ value }) => value === before)) select.value = before;
  }
  const costsNote = () => (document.querySelector('#G-costs-rows .own-row') ? 'Its costs are the first to be chosen' : 'Too few of its latencies are known for costs of its own');

  // ---- /cards/yours/ -----------------------------------------------------------------------------------

  const taking = at('own-take'), said = at('own-said');

  // Links of a page that is not a file, from where it would stand.
  function settle(main, path) {
    for (const link of main.querySelectorAll('a[href]')) {
      if (link.hasAttribute('download')) {
        link.href = URL.createObjectURL(new Blob([kept()], { type: 'application/json' }));
        continue;
      }
      const href = link.getAttribute('href');
      if (/^[a-z]+:|^#/i.test(href)) continue;
      const to = new URL(href, `http://own/${path}`), series = to.pathname.match(/^\/cards\/yours\/series\/([^/]+)\/$/);
      if (to.host !== 'own') continue;
      link.setAttribute('href', series ? `?series=${series[1]}${to.hash}` : root + to.pathname.slice(1) + to.search + to.hash);
    }
  }

  function showCard(engine, card) {
    const pages = engine.made('web_card'), family = new URLSearchParams(location.search).get('series');
    const path = pages[`cards/yours/series/${family}/index.html`] ? `cards/yours/series/${family}/` : 'cards/yours/';
    const shown = new DOMParser().parseFromString(pages[`${path}index.html`], 'text/html').querySelector('main');
    for (const script of shown.querySelectorAll('script')) script.remove(); // they would not run
    settle(shown, path);
    const main = document.querySelector('main');
    main.replaceChildren(...shown.childNodes);
    if (path === 'cards/yours/') {
      taking.querySelector('h2').textContent = 'Another file';
      main.lastElementChild.append(taking);
    }
    document.title = document.title.replace(/^.*(?= · )/, () => card.name);
    changed({ of: [], panels: [] });
    say(`${card.name} is kept in this browser as your card. `, make('a', { href: `${root}lessons/` }, 'Read the course with its numbers'), '.');
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }

  function refuse(name, faults) {
    const most = 20;
    const items = faults.slice(0, most).map(({ line: row, column, message, hint }) => make('li', {},
      ...(row ? [make('span', { class: 'own-place' }, `${row}:${column}`), ' '] : []), make('strong', {}, message),
      ...(hint ? [make('br', {}), hint] : [])));
    said.replaceChildren(
      make('p', { class: 'own-refused' }, `${name} was not taken: ${faults.length === 1 ? 'there is a mistake in it' : `there are ${faults.length} mistakes in it`}.`),
      make('ul', { class: 'own-faults' }, ...items),
      ...(faults.length > most ? [make('p', {}, `and ${faults.length - most} more`)] : []));
  }

  async function take(file) {
    said.replaceChildren(make('p', {}, `Reading ${file.name} …`));
    try {
      if (file.size > LARGEST) {
        refuse(file.name, [{ line: 0, message: 'the file has more than 512 KiB', hint: 'is this file a card at all?' }]);
        return;
      }
      const engine = await start(null), { faults } = engine.read(file.name, new Uint8Array(await file.arrayBuffer()));
      if (faults) {
        refuse(file.name, faults);
        return;
      }
      localStorage.setItem(KEPT, await file.text());
      location.href = yours;
    } catch (error) {
      said.replaceChildren(make('p', { class: 'own-refused' }, `The file could not be taken (${error.message}).`));
    }
  }

  function takeFiles() {
    const input = at('own-file');
    input.addEventListener('change', () => { if (input.files[0]) take(input.files[0]); });
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      page.classList.add('own-drop');
    });
    document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) page.classList.remove('own-drop'); });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      page.classList.remove('own-drop');
      if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
    });
  }

  // ---- the whole -------------------------------------------------------------------------------------------

  // For the model and the comparison, which begin with the card: engine.js.
  const tool = at('model') ? 'model' : at('compare') ? 'compare' : '';
  let giveTool = () => {};
  if (tool && kept()) globalThis.ownTool = new Promise((resolve) => { giveTool = resolve; });

  async function run() {
    const text = kept(), article = document.querySelector('article[data-own]'), home = document.querySelector('[data-own-home]');
    if (here) takeFiles();
    if (!text) return;
    say('Filling in the numbers of your card …');
    try {
      const id = (() => { try { return JSON.parse(text).card.id; } catch { return null; } })();
      const engine = await start(id), { card, faults } = engine.read('your card', text);
      const isOwn = ({ href }) => href.startsWith(new URL(yours, document.baseURI).href);
      if (card) globalThis.ownRows = (url) => (isOwn(url) ? engine.numbers(url.searchParams.get('series') ?? '') : null);
      if (card && tool) giveTool({ id: card.id, name: card.name, [`${tool}.json`]: engine.made(`web_${tool}`) });
      if (faults) {
        say('The file of your card is no longer taken: ', faults[0].message, '. What is shown is not yours.');
        if (here) refuse('The file that was kept', faults);
      } else if (here) showCard(engine, card);
      else if (article?.querySelector('.prose')) await fillEntry(engine, card, article);
      else if (home) fillHome(engine, card);
      else if (document.querySelector('article.entry .prose')) {
        fillNames(card);
        say('Your card is the ', linkTo(card.name), '. Nothing on this page depends on it.');
      }
      else {
        const shown = document.querySelector('.editions summary')?.firstChild.data.replace('Numbers of the ', '').trim();
        fillAmong(engine);
        at('own-listed')?.replaceChildren(linkTo(card.name), ` (yours)${card.line.slice(card.name.length)}`);
        say('Your card is the ', linkTo(card.name), `. ${tool === 'model' ? 'The model begins with it'
          : tool ? 'It stands in the tables by rank, and the comparison begins with it'
          : at('costs-rows') ? costsNote()
          : shown ? `This page goes on with the ${shown}` : 'This page is about the cards that it names'}.`);
      }
    } catch (error) {
      say(`The numbers of your card could not be filled in (${error.message}). What is shown is not yours.`);
    }
    giveTool(null);
    delete page.dataset.filling;
  }

  if (location.protocol === 'file:') {
    said?.replaceChildren(make('p', { class: 'own-refused' }, 'A page that was opened as a file may not read what this needs. Open the site through a web server: python3 -m http.server'));
    return;
  }
  run();
})();
