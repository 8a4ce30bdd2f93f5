// The simulator's tool, on /simulator/ and in pages: the commands in the text field, run by the same C as `gen simulate`, in slices short
// enough that the page stays alive. Output is kept as bytes; the field shows them as text.
import { whenSeen } from './engine.js';

const at = (id) => document.getElementById(`G-${id}`);
const tool = at('simulator');
const SLICE_MS = 8, SLICE_STEPS = 20000;
const SHOWN = 1 << 18, TAIL = 1 << 12; // bytes of a long output, or file, that the page shows
const levelNames = ['reg', 'shared', 'L1', 'L2', 'DRAM']; // enum simulator_level

let engine;
let session = null; // the commands being run, from the first step on
let running = false;
let file = null;    // bytes of an opened file, until the text is changed
let playing = 0;    // the timer of the next step

// ---- running -----------------------------------------------------------------------------------

function begin() {
  const bytes = file ?? engine.encoder.encode(at('commands').value);
  const output = (engine.free + bytes.length + 15) & ~15;
  // `steps` are how many calls each step of the reader took, so that one can be taken back; null: they ran on their own.
  session = { bytes, text: engine.free, output, room: 1 << 20, done: 0, chunks: [], finished: false, steps: [] };
  engine.reach(output + session.room);
  engine.bytes(session.text, bytes.length).set(bytes);
  engine.call.wasm_simulator_start();
}

function take(call) {
  engine.call.wasm_output(session.output, session.room);
  const done = call();
  const length = engine.call.wasm_output_length();
  if (length) session.chunks.push(engine.bytes(session.output, length).slice());
  return { done, length };
}

const ended = () => session.done === session.bytes.length && !engine.call.wasm_simulator_busy();

// Up to so many steps. A line longer than the room for its output gets more of it.
function advanceLines(steps) {
  const { done, length } = take(() => engine.call.wasm_simulator_run(
    session.text + session.done, session.bytes.length - session.done, steps));
  session.done += done;
  if (done || length || ended() || engine.call.wasm_simulator_busy()) return;
  session.room *= 2;
  engine.reach(session.output + session.room);
}

function finish() {
  take(() => engine.call.wasm_simulator_finish());
  session.finished = true;
}

function advance(steps) {
  advanceLines(steps);
  if (ended()) finish();
}

function state() {
  engine.call.wasm_simulator_state(engine.scratch);
  const s = engine.counts(engine.scratch, 16).slice();
  return {
    totals: s.slice(0, 6), address: s[6], line: s[7], level: Number(s[8]), cycles: s[9],
    sweep: s[10], left: s[11], lines: Number(s[12]), tiles: Number(s[15]), capacity: [Number(s[13]), Number(s[14])],
  };
}

const pause = () => new Promise((resolve) => { setTimeout(resolve, 0); });

async function run() {
  if (!session || session.finished) begin();
  const mine = session;
  mine.steps = null;
  setRunning(true);
  while (running && session === mine && !mine.finished) {
    const end = performance.now() + SLICE_MS;
    do advance(SLICE_STEPS); while (!mine.finished && performance.now() < end);
    showState();
    say(`Running: ${group(state().totals[0])} accesses so far.`, true);
    await pause();
  }
  if (session !== mine) return;
  setRunning(false);
  show(mine.finished ? 'After the last command' : 'Stopped. Run goes on from here.');
}

function step() {
  if (!session || session.finished) begin();
  const before = state(), chunks = session.chunks.length;
  let calls = 0;
  const something = () => session.chunks.length > chunks || state().totals[0] !== before.totals[0];
  let text = '';
  // Remarks and empty lines are passed over.
  do {
    advanceLines(1);
    calls += 1;
    if (something()) text = stepText(before);
  } while (!text && !ended());
  if (ended()) finish();
  session.steps?.push(calls);
  show(text ? `${text}${session.finished ? ' That was the last command.' : ''}` : 'After the last command');
}

// Everything but the latest step, once more from the beginning: that is quick, and needs no memory of its own.
function back() {
  const steps = session.steps.slice(0, -1);
  begin();
  for (let calls = steps.reduce((sum, n) => sum + n, 0); calls; calls--) advanceLines(1);
  session.steps = steps;
  show(steps.length ? `Back after step ${group(steps.length)}, at line ${state().lines}.` : 'At the beginning: nothing has run.');
}

function play(on) {
  clearTimeout(playing);
  playing = 0;
  at('play').textContent = on ? 'Pause' : 'Play';
  if (!on) return;
  step();
  if (session.finished) play(false);
  else playing = setTimeout(() => play(true), Number(at('speed').value));
}

function stepText(before) {
  const now = state(), printed = session.chunks.length ? lastLine() : '';
  if (now.totals[2] === before.totals[2]) return `Line ${now.lines}. ${printed}`;
  const place = now.sweep && (now.left || printed.startsWith('sweep')) ? `, load ${group(now.sweep - now.left)} of ${group(now.sweep)}` : '';
  return `Line ${now.lines}${place}: byte ${group(now.address)} is in line ${group(now.line)}, found in ` +
    `${levelNames[now.level]}, ${group(now.cycles)} cycles.`;
}

// ---- showing -----------------------------------------------------------------------------------

const group = (number) => number.toString().replace(/\B(?=(\d{3})+$)/g, ',');

function lastLine() {
  const text = engine.decoder.decode(session.chunks.at(-1)).trimEnd();
  return text.slice(text.lastIndexOf('\n') + 1);
}

function say(text, quiet = false) {
  at('status').setAttribute('aria-live', quiet ? 'off' : 'polite');
  at('status').textContent = text;
}

function outputText() {
  const length = session.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const all = new Uint8Array(length);
  let end = 0;
  for (const chunk of session.chunks) { all.set(chunk, end); end += chunk.length; }
  session.chunks = [all];
  const decode = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (length <= SHOWN) return decode(all);
  const head = all.lastIndexOf(10, SHOWN - TAIL) + 1, tail = all.indexOf(10, length - TAIL) + 1;
  return `${decode(all.subarray(0, head))}\n… ${group(tail - head)} bytes are left out here; save the output to have them …\n\n` +
    decode(all.subarray(tail));
}

function showCache(level, capacity, id) {
  const count = engine.call.wasm_cache(level, engine.scratch);
  const pairs = engine.counts(engine.scratch, 2 * count).slice(), list = at(`slots-${id}`);
  while (list.children.length > capacity) list.lastElementChild.remove();
  while (list.children.length < capacity) list.append(document.createElement('li'));
  const latest = state().totals[2];
  for (let i = 0; i < capacity; i++) {
    const slot = list.children[i], held = i < count;
    const key = held ? `${pairs[2 * i]} ${pairs[2 * i + 1]}` : '';
    slot.className = held ? (pairs[2 * i + 1] === latest ? 'latest' : '') : 'empty';
    if (slot.dataset.key === key) continue;
    slot.dataset.key = key;
    slot.innerHTML = held
      ? `<span class="hidden">line</span> <b>${pairs[2 * i]}</b> <small><span class="hidden">last used at</span> ${pairs[2 * i + 1]}</small>`
      : '<span class="hidden">empty</span>';
  }
  at(`held-${id}`).textContent = `${count} of ${capacity} lines`;
}

// The line of the text that ran last has a bar behind it. Lines of the field do not wrap, so all are of one height.
function showMark(line) {
  const field = at('commands'), mark = at('mark');
  mark.hidden = !line || field.value.length > SHOWN || Boolean(file && file.length > SHOWN);
  if (mark.hidden) return;
  const style = getComputedStyle(field), high = parseFloat(style.lineHeight), top = parseFloat(style.paddingTop) + (line - 1) * high;
  if (top < field.scrollTop || top + 2 * high > field.scrollTop + field.clientHeight) field.scrollTop = top - field.clientHeight / 2;
  mark.style.height = `${high}px`;
  mark.dataset.top = String(top + field.clientTop);
  follow();
}

function follow() {
  at('mark').style.transform = `translateY(${at('mark').dataset.top - at('commands').scrollTop}px)`;
}

function showState() {
  const now = state();
  showMark(session.finished && !session.steps ? 0 : now.lines);
  at('back').disabled = !session.steps?.length;
  at('totals').querySelectorAll('dd').forEach((cell, i) => { cell.textContent = group(now.totals[i]); });
  showCache(0, now.capacity[0], 'l1');
  showCache(1, now.capacity[1], 'l2');
}

function show(status) {
  const text = outputText();
  if (at('output').textContent !== text) at('output').textContent = text;
  if (session.finished || at('output').scrollHeight > at('output').clientHeight) at('output').scrollTop = at('output').scrollHeight;
  showState();
  say(status + tileNote());
}

// What gen simulate says beside its output: the model knows no size of shared memory.
function tileNote() {
  const { tiles } = state(), most = Number(tool.dataset.tileMax);
  if (tiles <= most) return '';
  return ` Note: the two tiles of a matmul take ${group(tiles / 1024)} KiB of shared memory; no card gives a block more than ${group(most / 1024)} KiB.`;
}

function setRunning(on) {
  running = on;
  at('run').textContent = on ? 'Stop' : 'Run';
  at('step').disabled = on;
  at('play').disabled = on;
  if (on) at('back').disabled = true;
  tool.setAttribute('aria-busy', String(on));
}

function reset(status) {
  setRunning(false);
  play(false);
  begin();
  show(status);
}

// ---- examples and costs ------------------------------------------------------------------------

// A change of the text lets go of what ran.
function edited() {
  file = null;
  session = null;
  setRunning(false);
  play(false);
  at('back').disabled = true;
  at('mark').hidden = true;
}

// What an access costs on a card is a command like any other, the first one, so that the output is that of `gen simulate`.
const COSTS = /^latency [^\n]*# costs of [^\n]*\n/;

function choose() {
  const costs = at('costs'), command = costs.value && `${costs.value} # costs of ${costs.selectedOptions[0].textContent}\n`;
  at('commands').value = command + at('commands').value.replace(COSTS, '');
  edited();
  reset('At the beginning: nothing has run.');
}

// ---- files -------------------------------------------------------------------------------------

async function open(chosen) {
  if (!chosen) return;
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  // A text field takes seconds to lay out a million lines.
  at('commands').value = bytes.length > SHOWN
    ? `# ${chosen.name}: ${group(bytes.length)} bytes, too many to show.\n# Run runs them. Typing here lets go of the file.`
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  file = bytes;
  reset(`${chosen.name} is open; Run or Step begins with its first line.`);
}

function save() {
  if (!session) { begin(); while (!session.finished) advance(SLICE_STEPS); }
  URL.revokeObjectURL(at('save').href);
  at('save').href = URL.createObjectURL(new Blob(session.chunks, { type: 'text/plain' }));
}

whenSeen(tool, at('simulator-notice'), (loaded) => {
  engine = loaded;
  at('commands').readOnly = false;
  at('back').disabled = true;
  at('commands').addEventListener('input', edited);
  at('commands').addEventListener('scroll', () => { if (session && !at('mark').hidden) follow(); });
  at('run').addEventListener('click', () => { play(false); running ? setRunning(false) : run(); });
  at('step').addEventListener('click', () => { play(false); step(); });
  at('back').addEventListener('click', () => { play(false); back(); });
  at('play').addEventListener('click', () => play(!playing));
  at('example')?.addEventListener('change', () => { at('commands').value = at('example').value; choose(); });
  at('costs')?.addEventListener('change', choose);
  at('reset').addEventListener('click', () => reset('At the beginning: nothing has run.'));
  at('file').addEventListener('change', () => open(at('file').files[0]));
  at('save').addEventListener('click', save);
  at('simulator-form').addEventListener('submit', (event) => event.preventDefault());
});
