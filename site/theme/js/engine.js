// model.wasm: the model, the simulator and the number formats of gen, compiled from the same C.
// gen/model/wasm.h and gen/expr/expr.h say what each function does. All memory from __heap_base on
// is the page's; views of it are made anew for each use, because it may grow.

const SCRATCH = 1 << 16;

class Engine {
  constructor(exports) {
    this.call = exports;
    this.scratch = (exports.__heap_base.value + 15) & ~15;
    this.free = this.scratch + SCRATCH;
    this.encoder = new TextEncoder();
    this.decoder = new TextDecoder();
    this.units = new Map();
  }

  // Makes sure that the memory reaches up to this address.
  reach(end) {
    const lacking = end - this.call.memory.buffer.byteLength;
    if (lacking > 0) this.call.memory.grow(Math.ceil(lacking / 65536));
  }

  bytes(at, length) { return new Uint8Array(this.call.memory.buffer, at, length); }
  doubles(at, length) { return new Float64Array(this.call.memory.buffer, at, length); }
  counts(at, length) { return new BigUint64Array(this.call.memory.buffer, at, length); }
  text(at, length) { return this.decoder.decode(this.bytes(at, length)); }

  // The bytes of both units, and how many are the first one's. There are few, and they come again.
  unit(unit, shownIn) {
    const key = `${unit} ${shownIn}`;
    if (!this.units.has(key))
      this.units.set(key, { names: this.encoder.encode(unit + shownIn), first: this.encoder.encode(unit).length });
    return this.units.get(key);
  }

  // "4.81 TB/s", as every page of the site shows it.
  format(number, unit, shownIn = '') {
    const { names, first } = this.unit(unit, shownIn);
    const out = this.scratch + 256;
    this.bytes(this.scratch, names.length).set(names);
    const length = this.call.expr_wasm_format(number, this.scratch, first, this.scratch + first,
      names.length - first, out, 1024);
    return this.text(out, length);
  }
}

// A page that was opened as a file may not fetch: there the bytes stand in a script (`make offline`).
async function bytesOf(name) {
  const bytes = globalThis.siteFiles?.[name];
  if (bytes) return Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  return response.arrayBuffer();
}

// The address of a page of the site; without a server it is its file.
export const pageAt = (root, address) => root + address + (location.protocol === 'file:' ? 'index.html' : '');

// A figure of a card that leads to its row, as numbers.c writes it: numbers.js says what it rests on.
export function rowLink(root, href, text, reported) {
  const link = document.createElement('a'), [address, row] = href.split('#');
  link.className = `value value-row${reported ? ' reported' : address.includes('series') ? ' measured' : ''}`;
  link.href = `${pageAt(root, address)}#${row}`;
  link.textContent = text;
  return link;
}

async function ownCard() {
  await globalThis.ownReady;
  return globalThis.ownTool;
}

// Chooses the reader's own card in a list of cards. Returns whether there is one.
export async function chooseOwn(select) {
  const own = await ownCard();
  if (!own) return false;
  const known = [...select.options].find((option) => option.value === own.id), option = known ?? new Option('', own.id);
  option.text = `${own.name} (yours)`;
  if (!known) select.prepend(option);
  select.value = own.id;
  return true;
}

let loading;

export function load() {
  loading ??= (async () => {
    const { instance } = await WebAssembly.instantiate(await bytesOf('model.wasm'));
    return new Engine(instance.exports);
  })();
  return loading;
}

// The data of a tool; a reader who keeps a card gets them with its figures among the others': own.js.
export async function loadData(name) {
  const own = await ownCard();
  if (own?.[name]) return own[name];
  return JSON.parse(new TextDecoder().decode(await bytesOf(name)));
}

// Calls `start` with the engine, and with what `more` brings, when the tool is about to come into view; says so in
// its notice if that fails.
export function whenSeen(tool, notice, start, more = () => null) {
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    try {
      start(...await Promise.all([load(), more()]));
      tool.classList.add('ready');
    } catch (error) {
      notice.textContent = `The tool could not be started (${error.message}). What is shown stays right.`;
    }
  }, { rootMargin: '300px' });
  observer.observe(tool);
}
