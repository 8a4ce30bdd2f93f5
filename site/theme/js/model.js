// The model's tool, on /model/ and in pages: another card, another kernel, other sizes. The numbers come from the same C as those that
// the page was built with; this file puts them where the built ones stand. It computes when something
// was chosen and never in between: the packets are moved by CSS.
import { loadData, pageAt, whenSeen } from './engine.js';
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

let engine, cards, kernels, largest;
let wanted; // bandwidths that the reader chose, which a card without measurements cannot show
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

function predict(card, kernel, sizes) {
  const { call } = engine;
  card.figures.forEach((value, i) => call.wasm_figure_set(i, value ?? NaN));
  engine.doubles(engine.scratch, 7).set(sizes);
  call.wasm_predict(kernel.kind, engine.scratch, at('bandwidths').value === 'measured', Number(at('access').value));
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

function rateText(level, rate) {
  return known(rate) ? engine.format(rate, level === 4 ? 'FLOP/s' : 'B/s') : 'not known';
}

function busyText({ amount, busy }) {
  if (amount === 0) return 'not used';
  return known(busy) ? `${engine.format(busy, '1', '%')} busy` : 'not known';
}

function headline(card, kernel, result) {
  const start = `${card.name}, ${kernel.id}: `;
  if (known(result.time))
    return `${start}${engine.format(result.time, 's')}, bound by ${words[result.bound]}.`;
  const reason = card.missing[result.reason] ?? result.reason;
  const time = result.atLeast === 0 ? 'not known' : `at least ${engine.format(result.atLeast, 's')}`;
  return `${start}${time}. The time is not known: ${reason}.`;
}

// ---- showing it --------------------------------------------------------------------------------

function showLevels(result) {
  for (const row of at('levels').rows) {
    const level = levels.indexOf(row.dataset.level), of = result.level[level];
    const cells = [
      of.amount === 0 ? '–' : known(of.amount) ? engine.format(of.amount, level === 4 ? 'FLOP' : 'B') : 'not known',
      rateText(level, of.rate),
      of.amount === 0 ? '–' : known(of.seconds) ? engine.format(of.seconds, 's') : 'not known',
      of.amount === 0 ? '–' : known(of.busy) ? engine.format(of.busy, '1', '%') : 'not known',
    ];
    cells.forEach((text, i) => {
      if (row.cells[i + 1].textContent !== text) row.cells[i + 1].textContent = text;
    });
    row.classList.toggle('bound', known(result.time) && result.bound === level);
  }
}

function showFigures(card) {
  at('figures-card').textContent = card.name;
  at('figures').replaceChildren(...card.rows.map(([name, value, missing, status, source]) => {
    const row = document.createElement('tr'), head = document.createElement('th');
    head.scope = 'row';
    head.textContent = name;
    row.append(head);
    for (const text of [value || '–', value ? status : '', value ? source : missing]) row.insertCell().textContent = text;
    row.cells[1].className = 'right nowrap';
    if (!value) row.cells[3].className = 'missing';
    return row;
  }));
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
  at('bandwidths').value = card.measured ? wanted : 'rated'; // back as it was on a card that was measured
  const sizes = readSizes(kernel);
  if (!sizes) return;
  const result = predict(card, kernel, sizes);
  const text = headline(card, kernel, result);
  if (at('headline').textContent !== text) at('headline').textContent = text;
  const choice = ['card', 'kernel', 'bandwidths', 'access'].map((id) => at(id).value).join();
  if (shownChoice !== choice) showCard(card);
  if (shownCard !== card) showFigures(card);
  shownChoice = choice;
  shownCard = card;
  showLevels(result);
  drawPipes(at('drawing'), {
    title: `The pipes of the ${card.name} with ${kernel.id}`,
    description: text,
    bound: known(result.time) ? levels[result.bound] : '',
    level: Object.fromEntries(result.level.map((of, i) => [levels[i],
      { ...of, rateText: rateText(i, of.rate), busyText: busyText(of) }])),
  });
}

// ---- motion ------------------------------------------------------------------------------------

function move(on) {
  if (on) tool.classList.add('animated');
  tool.classList.toggle('paused', !on);
  at('pause').textContent = on ? 'Pause' : 'Play';
}

whenSeen(tool, at('model-notice'), (loaded, data) => {
  engine = loaded;
  cards = new Map(data.cards.map((card) => [card.id, card]));
  kernels = new Map(data.kernels.map((kernel) => [kernel.id, kernel]));
  largest = data.max;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  wanted = at('bandwidths').value;
  showSizes();
  update();
  move(!calm.matches);
  calm.addEventListener('change', () => { if (calm.matches) move(false); });
  at('pause').addEventListener('click', () => move(tool.classList.contains('paused')));
  at('model-form').addEventListener('submit', (event) => event.preventDefault());
  at('model-form').addEventListener('input', (event) => {
    if (event.target.id === 'G-kernel') showSizes();
    if (event.target.id === 'G-bandwidths') wanted = event.target.value;
    update();
  });
}, () => loadData('model.json'));
