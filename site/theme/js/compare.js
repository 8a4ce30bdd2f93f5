// Any two cards side by side, as the pages of pairs show them. The choice is in the address: ?a=ID&b=ID.
// compare.json has a number and how it is written for each card that has it, in the rows of each group.
import { chooseOwn, loadData, rowLink } from './engine.js';

const form = document.getElementById('G-compare');
const result = document.getElementById('G-compare-result');
const status = document.getElementById('G-compare-status');
const { root } = document.querySelector('script[data-root]').dataset;

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function drawn(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

// Three digits, as the build writes a ratio.
const ratio = (a, b) => (a > 0 ? `${b / a >= 1000 ? Math.round(b / a).toLocaleString('en') : (b / a).toPrecision(3)}×` : '–');

// Times and counts depend on the size of a run: see compare_is_fair() of gen/render/compare.h.
function isFair(group, groups, indexes, cards) {
  const differs = (row) => indexes.every((index) => row[index + 1]) && row[indexes[0] + 1][0] !== row[indexes[1] + 1][0];
  return !group.amount || !(cards.some(({ reported }) => reported) ||
    groups.some(({ size, family, rows }) => size && family === group.family && rows.some(differs)));
}

function table(group, rows, [a, b], fair) {
  const made = element('table', '', { class: 'beside' });
  made.append(element('caption', group.words, { class: 'hidden' }));
  const head = made.createTHead().insertRow();
  for (const words of ['', a.name, b.name, 'ratio'])
    head.append(words ? element('th', words, { scope: 'col', class: 'right' }) : document.createElement('td'));
  const body = made.createTBody();
  for (const { words, of } of rows) {
    const row = body.insertRow();
    row.append(element('th', words, { scope: 'row' }));
    of.forEach(([, text, href], which) => {
      const cell = element('td', href ? '' : text, { class: 'right' });
      if (href) cell.append(rowLink(root, href, text, [a, b][which].reported));
      row.append(cell);
    });
    row.append(element('td', fair ? ratio(of[0][0], of[1][0]) : '–', { class: 'right' }));
  }
  return made;
}

// Bars on a log scale from the power of ten below the least; a pair of bars a row, and the text at each end. On
// a narrow screen the words of a row stand above its bars.
function chart(rows) {
  const width = Math.min(720, result.clientWidth), wide = width > 560;
  const from = wide ? 200 : 0, end = 90, bar = 14, above = wide ? 2 : 20, height = above + 42;
  const all = rows.flatMap(({ of }) => of.map(([number]) => number));
  const low = Math.floor(Math.log10(Math.min(...all)) - 0.001), high = Math.log10(Math.max(...all));
  const length = (number) => ((Math.log10(number) - low) / (high - low)) * (width - from - end);
  const svg = drawn('svg', { viewBox: `0 0 ${width} ${rows.length * height}`, class: 'beside-chart', 'aria-hidden': 'true' });
  rows.forEach(({ words, of }, index) => {
    const top = index * height;
    svg.append(drawn('text', wide ? { x: from - 10, y: top + 21, 'text-anchor': 'end' } : { x: 0, y: top + 14 }, words));
    of.forEach(([number, text], which) => {
      const y = top + above + which * (bar + 3);
      svg.append(drawn('rect', { x: from + 1, y, width: Math.max(length(number), 1).toFixed(2), height: bar, class: `beside-${which}` }));
      svg.append(drawn('text', { x: from + length(number) + 7, y: y + bar - 2 }, text));
    });
  });
  return svg;
}

// One colour a card, told by their names beside the drawings.
function key(cards) {
  const made = element('p', '', { class: 'beside-key' });
  cards.forEach((card, which) => made.append(element('span', '', { class: `beside-swatch beside-swatch-${which}` }), `${card.name} `));
  return made;
}

function part(group, groups, indexes, cards) {
  const rows = group.rows.filter((row) => indexes.every((index) => row[index + 1]))
    .map((row) => ({ words: row[0], of: indexes.map((index) => row[index + 1]) }));
  if (!rows.length) return [];
  const positive = rows.every(({ of }) => of.every(([number]) => number > 0));
  const fair = isFair(group, groups, indexes, cards);
  const drawing = group.drawn && fair && rows.length > 1 && positive ? [key(cards), chart(rows)] : [];
  return [element('h3', group.words), ...drawing, table(group, rows, cards, fair)];
}

// Groups of one family follow each other.
function families(groups, indexes, cards) {
  const sections = [];
  let family = null;
  for (const group of groups) {
    const made = part(group, groups, indexes, cards);
    if (!made.length) continue;
    if (group.family !== family) {
      sections.push(element('section', '', { class: 'comparison' }));
      sections.at(-1).append(element('h2', group.family));
    }
    family = group.family;
    sections.at(-1).append(...made);
  }
  return sections;
}

function show(data) {
  const indexes = ['a', 'b'].map((name) => data.cards.findIndex(({ id }) => id === form.elements[name].value));
  const cards = indexes.map((index) => data.cards[index]);
  const sections = families(data.groups, indexes, cards);
  const how = ({ name, reported }) => `${name} (${reported ? 'reported by others' : 'measured here'})`;
  status.textContent = cards[0] === cards[1] ? 'Choose two different cards.' :
    `${cards.map(how).join(' beside ')}: ${sections.length ? 'the ratio is the second over the first; times and counts of kernels have none unless both cards ran the same kernels on the same sizes.' : 'no figure is known of both.'}`;
  result.replaceChildren(...(cards[0] === cards[1] ? [] : sections));
  document.dispatchEvent(new Event('pagechange'));
}

const asked = new URLSearchParams(window.location.search);
loadData('compare.json').then(async (data) => {
  const ids = data.cards.map(({ id }) => id);
  const own = await chooseOwn(form.elements.a);
  form.elements.b.selectedIndex = own && form.elements.a.value !== form.elements.b.options[0].value ? 0 : 1;
  for (const name of ['a', 'b']) if (ids.includes(asked.get(name))) form.elements[name].value = asked.get(name);
  form.addEventListener('input', () => {
    window.history.replaceState(null, '', `?a=${form.elements.a.value}&b=${form.elements.b.value}`);
    show(data);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  if (own || asked.has('a') || asked.has('b')) show(data);
}).catch((error) => { status.textContent = `The figures could not be loaded (${error.message}). The pages below show pairs.`; });
