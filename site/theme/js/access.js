// One access of a warp: an index expression, and the sectors, lines and banks that it touches, counted by the same C as
// `gen count`. What is drawn is what tool-access.mustache draws without scripts.
import { whenSeen } from './engine.js';

const at = (id) => document.getElementById(`G-access-${id}`);
const tool = document.getElementById('G-access');
const LANES = 32, SETTINGS = 5, RESULT = 7 + LANES;

let engine;

const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// False: the field holds no whole number that fits.
function whole(id) {
  const field = at(id), text = field.value.trim();
  const right = /^\d{1,15}$/.test(text);
  field.setAttribute('aria-invalid', String(!right));
  return right ? BigInt(text) : null;
}

function ask() {
  const settings = ['element', 'base', 'x', 'y', 'warp'].map(whole);
  if (settings.includes(null)) return { error: 'Sizes are whole numbers.' };
  const text = engine.encoder.encode(at('expression').value);
  const [into, out] = [engine.scratch, engine.scratch + 8 * SETTINGS];
  const from = engine.free;
  engine.reach(from + text.length);
  engine.bytes(from, text.length).set(text);
  engine.counts(into, SETTINGS).set(settings);
  const right = engine.call.wasm_access(from, text.length, into, out);
  const result = [...engine.counts(out, RESULT)].map(Number);
  if (right) return { result };
  const why = engine.text(engine.call.wasm_access_error(), engine.call.wasm_access_error_length());
  return result[0] === LANES
    ? { error: 'A block has at most 1,024 threads, the warp lies in it, and the first byte is a multiple of the bytes a lane.' }
    : { error: `Lane ${result[0]}, at letter ${result[1] + 1}: ${why}.` };
}

function cell(name, text, marked) {
  const element = document.createElement(name);
  element.textContent = text;
  if (marked) element.className = 'used';
  return element;
}

function showLines(addresses) {
  const lanes = new Map();
  for (const address of addresses) {
    const sector = Math.floor(address / 32);
    lanes.set(sector, (lanes.get(sector) ?? 0) + 1);
  }
  const lines = [...new Set([...lanes.keys()].map((sector) => Math.floor(sector / 4)))].sort((a, b) => a - b);
  at('lines').replaceChildren(...lines.map((line) => {
    const row = document.createElement('tr'), head = cell('th', line);
    head.scope = 'row';
    row.append(head, ...[0, 1, 2, 3].map((i) => cell('td', lanes.get(4 * line + i) ?? '', lanes.has(4 * line + i))));
    return row;
  }));
}

function showBanks(addresses, bytes) {
  const words = new Set(addresses.flatMap((address) =>
    Array.from({ length: Math.ceil(bytes / 4) }, (_, i) => Math.floor(address / 4) + i)));
  const banks = Array(32).fill(0);
  for (const word of words) banks[word % 32] += 1;
  [...at('banks').children].forEach((item, bank) => {
    item.lastChild.textContent = banks[bank];
    if (banks[bank]) item.dataset.level = Math.min(5, Math.ceil(Math.log2(banks[bank] + 1)));
    else delete item.dataset.level;
  });
}

function show() {
  const { error, result } = ask();
  at('expression').setAttribute('aria-invalid', String(Boolean(error)));
  if (error) {
    at('status').textContent = error;
    return;
  }
  const [lanes, sectors, lines, useful, passes, least, active] = result;
  const addresses = result.slice(7).filter((_, lane) => active & (1 << lane));
  const share = Math.round((1000 * useful) / (32 * sectors)) / 10;
  at('status').textContent = `${plural(lanes, 'lane')}: ${plural(sectors, 'sector')} in ${plural(lines, 'line')}, ` +
    `${useful} of ${32 * sectors} bytes used (${share.toFixed(1)}%). Shared memory: ${plural(passes, 'pass', 'passes')}, ` +
    `${plural(passes - least, 'conflict')}.`;
  showLines(addresses);
  showBanks(addresses, Number(at('element').value));
}

whenSeen(tool, at('notice'), (loaded) => {
  engine = loaded;
  at('form').addEventListener('input', show);
  at('form').addEventListener('submit', (event) => event.preventDefault());
  show();
});
