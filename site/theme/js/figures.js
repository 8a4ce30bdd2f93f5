// What a page does beside being read: code is copied by a button, and a mark of a chart says its value
// under the pointer, a finger or the arrow keys. A plain script, so that it works from a file as well.
'use strict';
(() => {
  function addCopy(box) {
    const button = document.createElement('button');
    const code = box.querySelector('pre');
    button.type = 'button';
    button.className = 'copy';
    button.setAttribute('aria-label', 'Copy this code');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch { // without a clipboard the code is selected, ready for the reader's own keys
        getSelection().selectAllChildren(code);
        return;
      }
      button.classList.add('done');
      button.setAttribute('aria-label', 'Copied');
      setTimeout(() => { button.classList.remove('done'); button.setAttribute('aria-label', 'Copy this code'); }, 2000);
    });
    code.before(button);
  }

  const REACH = 32; // px from a mark at which it still speaks
  const says = document.createElement('div');
  says.className = 'says';
  says.setAttribute('role', 'status');
  document.body.append(says);
  let at = null; // the mark that speaks

  function show(mark) {
    if (mark === at) return;
    at?.classList.remove('at');
    at = mark;
    says.textContent = mark ? mark.dataset.says : '';
    if (!mark) return;
    mark.classList.add('at');
    const box = mark.getBoundingClientRect(), own = says.getBoundingClientRect();
    const left = box.left + box.width / 2 - own.width / 2;
    const above = box.top - own.height - 8;
    says.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - own.width - 8)) + scrollX}px`;
    says.style.top = `${(above > 8 ? above : box.bottom + 8) + scrollY}px`;
  }

  const away = (box, x, y) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  function nearest(marks, x, y) {
    let best = null, least = REACH;
    for (const mark of marks) {
      const distance = away(mark.getBoundingClientRect(), x, y);
      if (distance < least) [best, least] = [mark, distance];
    }
    return best;
  }

  function addSays(figure) {
    const marks = () => [...figure.querySelectorAll('.svg-value')].filter((mark) => mark.getClientRects().length);
    if (!figure.querySelector('.svg-value')) return;
    figure.tabIndex = 0;
    for (const kind of ['pointermove', 'pointerdown'])
      figure.addEventListener(kind, (e) => show(nearest(marks(), e.clientX, e.clientY)));
    figure.addEventListener('pointerleave', (e) => { if (e.pointerType === 'mouse') show(null); });
    figure.addEventListener('blur', () => show(null));
    figure.addEventListener('keydown', (e) => {
      const list = marks(), step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (e.key === 'Escape') show(null);
      if (!step || !list.length) return;
      e.preventDefault();
      const from = list.indexOf(at);
      show(list[from < 0 ? (step > 0 ? 0 : list.length - 1) : (from + step + list.length) % list.length]);
    });
  }
  document.addEventListener('pointerdown', (e) => { if (!e.target.closest('.drawing')) show(null); });

  const known = new WeakSet();
  function look() {
    for (const title of document.querySelectorAll('.svg-value > title')) {
      title.parentNode.dataset.says = title.textContent;
      title.remove(); // or the browser would say it a second time
    }
    for (const [selector, add] of [['.code', addCopy], ['.drawing', addSays]])
      for (const element of document.querySelectorAll(selector)) {
        if (!known.has(element)) add(element);
        known.add(element);
      }
  }
  look();
  document.addEventListener('pagechange', () => { show(null); look(); }); // own.js has filled in another card
})();
