// The preview: reloads the page when it has changed, where the reader was, and shows the mistakes of the last
// build over it. The server puts this script into the pages it shows; it is no part of the site.
(() => {
  const { from, missing } = document.currentScript.dataset;
  const place = `-/place${location.pathname}`;
  let seen = 0, closed = 0;

  // ---- where the reader was ------------------------------------------------------------------

  const opened = () => [...document.querySelectorAll('details')];
  const keep = () => sessionStorage.setItem(place, JSON.stringify({
    x: scrollX, y: scrollY, open: opened().map((details) => details.open), focus: document.activeElement?.id,
  }));
  const restore = () => {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null');
    sessionStorage.removeItem(place);
    if (!kept) return;
    const all = opened();
    if (all.length === kept.open.length) all.forEach((details, i) => { details.open = kept.open[i]; });
    if (kept.focus) document.getElementById(kept.focus)?.focus({ preventScroll: true });
    const back = () => scrollTo({ left: kept.x, top: kept.y, behavior: 'instant' });
    back();
    if (document.readyState !== 'complete') addEventListener('load', back, { once: true });
  };

  // ---- the mistakes --------------------------------------------------------------------------

  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { all: initial; }
    section { position: fixed; inset: auto 0 0 0; max-height: 60vh; overflow: auto; z-index: 2147483647; box-sizing: border-box;
      padding: 12px 16px 16px; background: #fff5f3; color: #241a18; border-top: 3px solid #b3261e; font: 15px/1.5 system-ui, sans-serif;
      box-shadow: 0 -4px 24px #0003; }
    header { display: flex; align-items: baseline; gap: 12px; }
    h2 { flex: 1; margin: 0; font-size: 17px; color: #b3261e; }
    button { font: inherit; color: inherit; background: none; border: 1px solid currentcolor; border-radius: 4px; padding: 2px 10px; cursor: pointer; }
    button:focus-visible { outline: 2px solid #b3261e; outline-offset: 2px; }
    ol { margin: 8px 0 0; padding: 0; list-style: none; }
    li { padding: 8px 0; border-top: 1px solid #b3261e40; overflow-wrap: anywhere; }
    code { display: block; font: 13px/1.5 ui-monospace, monospace; color: #6b4a45; }
    p { margin: 0; }
    .hint { color: #6b4a45; }
    @media (prefers-color-scheme: dark) {
      section { background: #2a1917; color: #f3e4e1; border-color: #ff8a7d; }
      h2 { color: #ff8a7d; } code, .hint { color: #d9b6b0; } li { border-color: #ff8a7d40; }
      button:focus-visible { outline-color: #ff8a7d; }
    }
    @media print { section { display: none; } }`);
  root.adoptedStyleSheets = [sheet];
  host.id = 'gen-preview';

  const element = (name, words, className = '') => Object.assign(document.createElement(name), { textContent: words, className });
  const row = ({ path, line, column, message, hint }) => {
    const item = document.createElement('li');
    item.append(element('code', line ? `${path}:${line}:${column}` : path), element('p', message));
    if (hint) item.append(element('p', hint, 'hint'));
    return item;
  };

  function show({ build, errors, ended, mistakes }) {
    const bad = errors || ended;
    root.replaceChildren();
    if (!bad || closed === build) return host.remove();
    const section = document.createElement('section'), header = document.createElement('header');
    const close = element('button', 'Close');
    section.setAttribute('role', 'alert');
    section.tabIndex = -1;
    close.onclick = () => { closed = build; host.remove(); };
    header.append(element('h2', ended ? `The build ended with ${ended}` : `${errors} ${errors === 1 ? 'mistake' : 'mistakes'}`), close);
    const list = document.createElement('ol');
    list.append(...mistakes.map(row));
    section.append(header, element('p', missing === 'site' ? 'There is no site yet.' : 'The page behind this is the last good one.', 'hint'), list);
    root.append(section);
    document.documentElement.append(host);
  }
  addEventListener('keydown', (event) => { if (event.key === 'Escape' && host.isConnected) root.querySelector('button').click(); });

  // ---- news ----------------------------------------------------------------------------------

  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  async function listen() {
    for (;;) {
      const asked = { page: decodeURIComponent(location.pathname), from, seen, missing };
      const query = Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      try {
        const answer = await fetch(`/-/state?${query}`, { cache: 'no-store' });
        if (!answer.ok) throw new Error(answer.status);
        const state = await answer.json();
        if (state.reload) { keep(); location.reload(); return; }
        if (state.build !== seen) { seen = state.build; show(state); }
      } catch {
        await pause(1000); // the server has ended, or is being started again
      }
    }
  }

  restore();
  listen();
})();
