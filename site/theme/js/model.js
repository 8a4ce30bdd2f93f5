// The model's tool, on /model/ and in pages: another card, another kernel, other sizes. The numbers come from the same C as those that
// the page was built with; this file puts them where the built ones stand. It computes when something
// was chosen and never in between: the packets are moved by CSS.
import { chooseOwn, loadData, pageAt, rowLink, whenSeen } from './engine.js';
import { drawPipes } from './pipes.js';

const at = (id) => document.getElementById(`G-${id}`);
const tool = at('model');
const levels = ['registers', 'shared', 'l2', 'dram', 'compute']; // enum model_level
const words = ['registers', 'shared memory', 'L2', 'DRAM', 'compute'];
const VALUE = { amount: 0, rate: 1, seconds: 2, busy: 3 }; // enum wasm_value
const KIND = { gemm: 4, free: 5 }; // enum wasm_kernel
const sizeWords = {
  vecadd: ['elements'], copy: ['elements'], transpose: ['rows'], transpose_tiled: ['rows'],
  gemm: ['M', 'N', 'K', 'block M', 'block N', 'thread M', 'thread N'],
  free: ['registers, B', 'shared, B', 'L2, B', 'DRAM, B', 'FLOP'],
};
const loads = ['', ', loads of 4 bytes a lane', ', loads of 16 bytes a lane']; // enum model_access

let engine, cards, kernels, largest, only16;
let wanted; // bandwidths that were asked for, also while a card without measurements is shown
let shownChoice, shownCard; // what the words and the figures of the page are about

function chosenCard() { return cards.get(at('card').value); }
function chosenKernel() { return kernels.get(at('kernel').value); }

// ---- sizes -------------------------------------------------------------------------------------

function showSizes() {
  const kernel = chosenKernel(), box = at('sizes');
  const names = kernel.kind === KIND.gemm ? sizeWords.gemm : sizeWords[kernel.id];
  box.replaceChildren(...names.map((name, i) => {
    const field = document.createElement('p'), label = document.createElement('label');
    const input = document.createElement('input');
    input.id = `G-size-${i}`;
    input.value = String(kernel.sizes[i]);
    input.inputMode = kernel.kind === KIND.free ? 'decimal' : 'numeric';
    input.autocomplete = 'off';
    label.htmlFor = input.id;
    label.textContent = name;
    field.append(label, input);
    return field;
  }));
  box.classList.toggle('few', names.length < sizeWords.gemm.length);
  const error = document.createElement('p');
  error.className = 'tool-error';
  error.id = 'G-size-error';
  error.setAttribute('role', 'alert');
  box.append(error);
}

// What is wrong with the i-th size, or ''. The bounds are those of gen model.
function fault(kernel, sizes, i) {
  const number = sizes[i];
  if (kernel.kind === KIND.free) return number >= 0 && number < Infinity ? '' : 'a number, 0 or more';
  if (!Number.isInteger(number) || number < 1 || number > largest)
    return `a whole number from 1 to ${largest.toLocaleString('en')}`;
  if (kernel.kind !== KIND.gemm) return '';
  // A size that is wrong itself says nothing about another.
  const above = (k) => Number.isInteger(sizes[k]) && sizes[k] >= 1 && number > sizes[k];
  if ((i === 3 && above(0)) || (i === 4 && above(1))) return 'no larger than the matrix';
  if ((i === 5 && above(3)) || (i === 6 && above(4))) return 'no larger than the block';
  return '';
}

// The sizes as they stand, or null and a message.
function readSizes(kernel) {
  const inputs = [...at('sizes').querySelectorAll('input')];
  const sizes = inputs.map((input) => (input.value.trim() === '' ? NaN : Number(input.value)));
  let message = '';
  inputs.forEach((input, i) => {
    const wrong = fault(kernel, sizes, i);
    if (wrong && !message) message = `${input.previousSibling.textContent}: ${wrong}`;
    const invalid = wrong ? 'true' : 'false';
    if (input.getAttribute('aria-invalid') !== invalid) input.setAttribute('aria-invalid', invalid);
  });
  if (at('size-error').textContent !== message) at('size-error').textContent = message;
  return message ? null : sizes;
}

// ---- the prediction ----------------------------------------------------------------------------

function ask(figures, kernel, sizes, measured, access) {
  const { call } = engine;
  figures.forEach((value, i) => call.wasm_figure_set(i, value ?? NaN));
  engine.doubles(engine.scratch, 7).set(sizes);
  call.wasm_predict(kernel.kind, engine.scratch, measured, access);
  const result = {
    time: call.wasm_time(), atLeast: call.wasm_at_least(), bound: call.wasm_bound(), level: [],
    reason: engine.text(call.wasm_reason(), call.wasm_reason_length()),
  };
  for (let level = 0; level < levels.length; level++) {
    const of = {};
    for (const [name, which] of Object.entries(VALUE)) of[name] = call.wasm_value(which, level);
    result.level.push(of);
  }
  return result;
}

const known = (number) => !Number.isNaN(number);

// Where the time is not known, once more with the estimates of the card: as tool_answer() in gen/render/tool_estimate.c.
function predict(card, kernel, sizes) {
  const measured = at('bandwidths').value === 'measured', access = Number(at('access').value);
  const plain = ask(card.figures, kernel, sizes, measured, access);
  if (known(plain.time)) return plain;
  const lacking = plain.level.findIndex((of) => of.amount !== 0 && !known(of.seconds));
  const figures = card.figures.map((value, i) => value ?? card.estimates[i]?.[0]);
  const result = ask(figures, kernel, sizes, measured, measured ? 0 : access);
  result.level.forEach((of, level) => { of.about = !known(plain.level[level].rate) && known(of.rate); });
  result.estimate = lacking === 1 && measured && access === 1 ? only16
    : Object.values(card.estimates).find(([, , level, stands]) => level === lacking && stands === measured)?.[1] ?? '';
  return result;
}

function rateText(level, { rate, about }) {
  return known(rate) ? `${about ? 'about ' : ''}${engine.format(rate, level === 4 ? 'FLOP/s' : 'B/s')}` : 'not known';
}

function busyText({ amount, busy }) {
  if (amount === 0) return 'not used';
  return known(busy) ? `${engine.format(busy, '1', '%')} busy` : 'not known';
}

function headline(card, kernel, result) {
  const start = `${card.name}, ${kernel.id}: `;
  if (known(result.time))
    return `${start}${result.estimate ? 'about ' : ''}${engine.format(result.time, 's')}, bound by ${words[result.bound]}.`;
  const reason = card.missing[result.reason] ?? result.reason;
  const time = result.atLeast === 0 ? 'not known' : `at least ${engine.format(result.atLeast, 's')}`;
  return `${start}${time}. The time is not known: ${reason}.`;
}

// ---- showing it --------------------------------------------------------------------------------

// What stays is left alone; the bar of a time stands behind its words.
function say(cell, text, share) {
  const words = cell.firstChild?.nodeType === Node.TEXT_NODE ? cell.firstChild : null;
  if (!words) cell.prepend(text);
  else if (words.data !== text) words.data = text;
  stretch(cell, share);
}

function stretch(cell, share) {
  const width = (100 * share).toFixed(2), bar = cell.querySelector('rect');
  if (bar && bar.getAttribute('width') !== width) bar.setAttribute('width', width);
}

// The sizes that a kernel was timed with are those that it begins with. The time, and the way to its row.
function timeOf(card, kernel, sizes) {
  return (kernel.sizes.every((size, i) => size === sizes[i]) && card.times[kernel.id]) || [0, ''];
}

function showMeasured(result, [measured, href], longest) {
  const row = at('measured'), cell = row.cells[3];
  row.hidden = !measured;
  if (!measured) return;
  const text = engine.format(measured, 's'), link = href ? rowLink(tool.dataset.root, href, text, false) : null;
  if (cell.textContent !== text || cell.querySelector('a')?.href !== link?.href) {
    cell.replaceChildren(link ?? text, cell.querySelector('svg'));
    document.dispatchEvent(new Event('pagechange'));
  }
  stretch(cell, measured / longest);
  say(row.cells[4], known(result.time) ? engine.format(result.time / measured, '1', '%') : '');
}

function showLevels(result, timed) {
  const longest = Math.max(result.atLeast, timed[0]);
  showMeasured(result, timed, longest);
  for (const row of at('levels').rows) {
    const level = levels.indexOf(row.dataset.level), of = result.level[level];
    if (!of) continue;
    const cells = [
      of.amount === 0 ? '–' : known(of.amount) ? engine.format(of.amount, level === 4 ? 'FLOP' : 'B') : 'not known',
      rateText(level, of),
      of.amount === 0 ? '–' : known(of.seconds) ? engine.format(of.seconds, 's') : 'not known',
      of.amount === 0 ? '–' : known(of.busy) ? engine.format(of.busy, '1', '%') : 'not known',
    ];
    const share = longest > 0 && known(of.seconds) ? of.seconds / longest : 0;
    cells.forEach((text, i) => say(row.cells[i + 1], text, share));
    row.classList.toggle('bound', known(result.time) && result.bound === level);
  }
}

function showFigures(card) {
  at('figures-card').textContent = card.name;
  at('figures').replaceChildren(...card.rows.map(([name, value, missing, status, source, href]) => {
    const row = document.createElement('tr'), head = document.createElement('th');
    head.scope = 'row';
    head.textContent = name;
    row.append(head);
    for (const text of [value || '–', value ? status : '', value ? source : missing]) row.insertCell().textContent = text;
    row.cells[1].className = 'right nowrap';
    if (href) row.cells[1].replaceChildren(rowLink(tool.dataset.root, href, value, card.reported));
    if (!value) row.cells[3].className = 'missing';
    return row;
  }));
  document.dispatchEvent(new Event('pagechange'));
}

// Card, kernel and how they are looked at: not the sizes.
function showCard(card) {
  const link = document.createElement('a');
  link.href = pageAt(tool.dataset.root, card.href);
  link.textContent = card.name;
  const option = at('kernel').selectedOptions[0].textContent;
  const bandwidths = at('bandwidths').value === 'measured' ? ', by its measured bandwidths' : '';
  at('shown').replaceChildren(link, `, ${card.reported ? 'reported' : 'measured here'}${bandwidths}${loads[at('access').value]}; ${option}.`);
}

function update() {
  const card = chosenCard(), kernel = chosenKernel();
  const measured = at('bandwidths').options[1];
  measured.disabled = !card.measured;
  at('bandwidths').value = card.measured ? wanted : 'rated';
  const sizes = readSizes(kernel);
  if (!sizes) return;
  const result = predict(card, kernel, sizes);
  const text = headline(card, kernel, result);
  if (at('headline').textContent !== text) at('headline').textContent = text;
  const choice = ['card', 'kernel', 'bandwidths', 'access'].map((id) => at(id).value).join();
  if (shownChoice !== choice) showCard(card);
  at('estimate').hidden = !result.estimate;
  if (at('estimate').textContent !== (result.estimate ?? '')) at('estimate').textContent = result.estimate;
  if (shownCard !== card) showFigures(card);
  shownChoice = choice;
  shownCard = card;
  showLevels(result, timeOf(card, kernel, sizes));
  remember(kernel, sizes);
  drawPipes(at('drawing'), {
    title: `The pipes of the ${card.name} with ${kernel.id}`,
    description: text,
    bound: known(result.time) ? levels[result.bound] : '',
    level: Object.fromEntries(result.level.map((of, i) => [levels[i],
      { ...of, rateText: rateText(i, of), busyText: busyText(of) }])),
  });
}

// ---- the address -------------------------------------------------------------------------------

// The choice stands in the address of the model's own page, so that it can be sent to somebody; what the page begins with
// is left out.
const fields = ['card', 'kernel', 'bandwidths', 'access'];
const alone = !tool.classList.contains('embedded') && location.protocol !== 'file:'; // a file may not change its address
let begin;

const chosen = () => Object.fromEntries(fields.map((id) => [id, id === 'bandwidths' ? wanted : at(id).value]));

function remember(kernel, sizes) {
  if (!alone) return;
  const now = chosen(), query = new URLSearchParams(Object.entries(now).filter(([id, value]) => value !== begin[id]));
  if (sizes.some((size, i) => size !== kernel.sizes[i])) query.set('sizes', sizes.join(' '));
  const search = query.size ? `?${query}` : location.pathname;
  if (location.search !== (query.size ? search : '')) history.replaceState(null, '', search + location.hash);
}

// Takes over what a query says; a value that no field has changes nothing.
function recall(query) {
  for (const id of fields) {
    const value = query.get(id);
    if (!value || ![...at(id).options].some((option) => option.value === value)) continue;
    if (id === 'bandwidths') wanted = value;
    else at(id).value = value;
  }
  showSizes();
  const inputs = [...at('sizes').querySelectorAll('input')], sizes = query.get('sizes')?.split(' ') ?? [];
  if (sizes.length === inputs.length) inputs.forEach((input, i) => { input.value = sizes[i]; });
}

// A question is a link; here it changes what it asks for and leaves the card as it is.
function tell(event) {
  const link = event.target.closest('a[data-story]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  for (const other of at('stories').querySelectorAll('a')) other.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'true');
  at('story').textContent = link.dataset.story;
  at('story').hidden = false;
  recall(new URL(link.href).searchParams);
  update();
}

// ---- motion ------------------------------------------------------------------------------------

function move(on) {
  if (on) tool.classList.add('animated');
  tool.classList.toggle('paused', !on);
  at('pause').textContent = on ? 'Pause' : 'Play';
}

// A reader who keeps a card begins with it.
async function figures() {
  const data = await loadData('model.json');
  await chooseOwn(at('card'));
  return data;
}

whenSeen(tool, at('model-notice'), (loaded, data) => {
  engine = loaded;
  cards = new Map(data.cards.map((card) => [card.id, card]));
  kernels = new Map(data.kernels.map((kernel) => [kernel.id, kernel]));
  largest = data.max;
  only16 = data.only16;
  wanted = at('bandwidths').value;
  begin = chosen();
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  recall(alone ? new URL(location.href).searchParams : new URLSearchParams());
  update();
  move(!calm.matches);
  at('stories')?.addEventListener('click', tell);
  calm.addEventListener('change', () => { if (calm.matches) move(false); });
  at('pause').addEventListener('click', () => move(tool.classList.contains('paused')));
  at('model-form').addEventListener('submit', (event) => event.preventDefault());
  at('model-form').addEventListener('input', (event) => {
    if (event.target.id === 'G-kernel') showSizes();
    if (event.target.id === 'G-bandwidths') wanted = event.target.value;
    update();
  });
}, figures);
