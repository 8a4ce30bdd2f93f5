// The search: loaded with lunr and the data when a reader first opens it. Each word has to be found in a page,
// whole, as the beginning of a word, or in the middle of a name; lunr orders what is found.
(() => {
  'use strict';
  const SHOWN = 20;
  const pages = globalThis.searchData.map(([kind, address, title, term, summary, headings, names]) =>
    ({ kind, address, title, term, summary, headings, names }));

  // cudaErrorIllegalAddress is found by its words too, l1tex__t_sectors.sum by its parts.
  const partsOf = (name) => `${name} ${name.replace(/([a-z0-9])([A-Z])/g, '$1 $2')} ${name.replace(/[_.]+/g, ' ')}`;
  for (const page of pages)
    page.text = [page.title, page.term, page.summary, ...page.headings.map((h) => h[1]),
      ...page.names.map((n) => partsOf(n[0]))].join(' ').toLowerCase();

  // Some pages at a time: with a thousand of them it takes seconds, in which a reader already types.
  const SLICE = 20;
  let index;
  const ready = (async () => {
    const { lunr } = globalThis, builder = new lunr.Builder();
    builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
    builder.searchPipeline.add(lunr.stemmer);
    builder.ref('id');
    const fields = { term: 12, title: 8, names: 8, headings: 3, summary: 1 };
    for (const [name, boost] of Object.entries(fields)) builder.field(name, { boost });
    for (const [id, page] of pages.entries()) {
      builder.add({
        id, term: page.term, title: page.title, summary: page.summary,
        headings: page.headings.map((h) => h[1]).join(' '), names: page.names.map((n) => partsOf(n[0])).join(' '),
      });
      if (id % SLICE === SLICE - 1) await new Promise((next) => { setTimeout(next); });
    }
    index = builder.build();
  })();

  const wordsOf = (text) => text.toLowerCase().split(/[\s,;()]+/).filter(Boolean);

  // Pages with all words come before those with some of them.
  function find(words) {
    const { TRAILING, LEADING } = globalThis.lunr.Query.wildcard;
    const found = index.query((query) => {
      for (const word of words) {
        query.term(index.pipeline.runString(word), { boost: 10 });
        query.term(word, { boost: 4, usePipeline: false, wildcard: TRAILING });
        if (word.length > 3) query.term(word, { usePipeline: false, wildcard: TRAILING | LEADING });
        if (word.length > 4) query.term(word, { boost: 0.2, editDistance: 1 });
      }
    });
    const has = (page) => words.filter((word) => page.text.includes(word)).length;
    return found.map(({ ref, score }) => ({ page: pages[ref], score, has: has(pages[ref]) }))
      .sort((a, b) => b.has - a.has || b.score - a.score).slice(0, SHOWN).map(({ page }) => page);
  }

  // The passage that holds most of the words, and the section it stands in.
  function passageOf(page, words) {
    const count = (text) => words.filter((word) => text.toLowerCase().includes(word)).length;
    let best = { text: page.summary, section: 0, count: count(`${page.title} ${page.term} ${page.summary}`) };
    page.headings.forEach(([, text], i) => {
      if (count(text) > best.count) best = { text, section: i + 1, count: count(text) };
    });
    for (const [name, section, text] of page.names) {
      const here = count(partsOf(name)) && Math.max(count(partsOf(name)), count(text));
      if (here > best.count) best = { text, section, count: here };
    }
    return best;
  }

  function marked(text, words) {
    const signs = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).sort((a, b) => b.length - a.length);
    return text.split(new RegExp(`(${signs.join('|')})`, 'gi')).map((part, i) => {
      if (i % 2 === 0) return part;
      const mark = document.createElement('mark');
      mark.textContent = part;
      return mark;
    });
  }

  // ---- the dialog --------------------------------------------------------------------------------

  const dialog = document.createElement('dialog');
  dialog.className = 'panel search';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = '<form method="dialog"><input id="G-query" type="search" aria-label="Search" autocomplete="off" '
    + 'spellcheck="false" placeholder="Term, error, cudaError…, counter"><button class="tool-button">Close</button></form>'
    + '<p role="status"></p><ul aria-label="Pages found"></ul>';
  const query = dialog.querySelector('input'), list = dialog.querySelector('ul'), status = dialog.querySelector('p');
  let root = '', below = ''; // from here to the root of the site, and on to the edition

  function result(page, words) {
    const { text, section } = passageOf(page, words);
    const item = document.createElement('li'), link = document.createElement('a'), place = section ? page.headings[section - 1] : null;
    const name = document.createElement('b'), kind = document.createElement('small'), passage = document.createElement('span');
    // A page that was opened as a file has no server that looks into folders.
    link.href = root + (page.address.startsWith('/') ? page.address.slice(1) : below + page.address) + (location.protocol === 'file:' ? 'index.html' : '') + (place ? `#${encodeURIComponent(place[0])}` : '');
    name.append(...marked(page.term || page.title, words));
    kind.textContent = place && place[1] !== text ? `${page.kind} · ${place[1]}` : page.kind;
    passage.append(...marked(text, words));
    link.append(name, ' ', kind, passage);
    item.append(link);
    return item;
  }

  async function update() {
    if (!index) status.textContent = 'Reading the index …';
    await ready;
    const words = wordsOf(query.value), found = words.length ? find(words) : [];
    list.replaceChildren(...found.map((page) => result(page, words)));
    status.textContent = !words.length ? '' : found.length ? `${found.length === SHOWN ? 'The first ' : ''}${found.length} found` : 'Nothing found';
  }

  query.addEventListener('input', update);
  // The arrows go from the field through the links and back; return in the field opens the first.
  dialog.addEventListener('keydown', (event) => {
    const stops = [query, ...list.querySelectorAll('a')], here = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && here >= 0) stops[(here + step + stops.length) % stops.length].focus();
    else if (event.key === 'Enter' && here === 0) stops[1]?.click();
    else if (event.key === 'Escape') dialog.close(); // at once: the field would only be emptied
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', (event) => { if (event.target.closest('a')) dialog.close(); });
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });

  globalThis.openSearch = (from, edition) => {
    [root, below] = [from, edition];
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    query.select();
  };
})();
