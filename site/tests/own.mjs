// A reader's own card: what the page works out for it is what a build for it writes, byte for byte; a file that is no
// card is refused with the words of `gen check`; in Chromium the pages follow, nothing is sent, and it can be removed.
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, equal } from './tap.mjs';

const gen = process.env.GEN ?? 'build/gen';

// The engine of own.js without a browser.
class Engine {
  constructor(bytes) {
    const wasi = { fd_close: () => 0, fd_seek: () => 0, fd_write: () => 0, proc_exit: () => { throw new Error('it ended'); } };
    const kind = (code) => (/[\p{Cf}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(code)) ? 1 : /\p{L}|\p{N}/u.test(String.fromCodePoint(code)) ? 8 : 0);
    this.call = new WebAssembly.Instance(new WebAssembly.Module(bytes), { page: { kind }, wasi_snapshot_preview1: wasi }).exports;
  }
  give(text) {
    const bytes = Buffer.from(text), place = this.call.web_room(bytes.length), memory = Buffer.from(this.call.memory.buffer);
    bytes.copy(memory, place);
    memory[place + bytes.length] = 0;
    return [place, bytes.length];
  }
  text() {
    return Buffer.from(this.call.memory.buffer, this.call.web_output(), this.call.web_output_length()).toString();
  }
  output() {
    return JSON.parse(this.text());
  }
}

async function engineFor(site, id) {
  const engine = new Engine(await readFile(join(site, 'assets/own.wasm'))), shared = await readFile(join(site, 'assets/own.json'));
  if (!engine.call.web_shared(...engine.give(shared))) throw new Error('assets/own.json is not read');
  for (const [address, path, reported] of JSON.parse(shared).cards)
    engine.call.web_published(...engine.give(path), ...engine.give(await readFile(join(site, address))), reported);
  if (id && !engine.call.web_own(...engine.give('chosen (1).json'), ...engine.give(await readFile(join(site, `cards/${id}/${id}.json`)))))
    throw new Error(`${id}: ${JSON.stringify(engine.output().slice(0, 3))}`);
  return engine;
}

// The tools of a page have scripts of their own and stay as they are.
function withoutTools(html) {
  for (let at; (at = html.indexOf('<section class="tool')) >= 0;) {
    const tag = /<(\/?)section/g;
    let depth = 0, end = at;
    tag.lastIndex = at;
    do {
      const found = tag.exec(html);
      depth += found[1] ? -1 : 1;
      end = found.index + '</section>\n'.length;
    } while (depth);
    html = html.slice(0, at) + html.slice(end);
  }
  return html.replace(/<div data-tool="\d"><\/div>\n/g, '');
}

function equalText(got, want, what) {
  let at = 0;
  while (at < want.length && got[at] === want[at]) at++;
  if (got !== want) equal(got.slice(Math.max(at - 60, 0), at + 100), want.slice(Math.max(at - 60, 0), at + 100), `${what}, byte ${at}`);
}

const between = (text, from, to) => text.slice(text.indexOf(from) + from.length, text.indexOf(to, text.indexOf(from)));
const cards = ['a100-sxm-80', 'h100-sxm', 'rtx4060-laptop', 'rtx4090', 't4'];
const pages = ['glossary/coalescing', 'glossary/registers', 'glossary/l1-and-l2-cache', 'glossary/occupancy', 'glossary/shared-memory',
  'articles/bottleneck-model', 'articles/units', 'lessons/day-13', 'lessons/day-15', 'exercises/memory-hierarchy'];

export async function ownTests(site, browser, server, measurements) {
  await test('ten pages on five cards are worked out to the bytes of their editions, figures and panels too', async () => {
    for (const id of cards) {
      const engine = await engineFor(site, id), unowned = (text) => text.replaceAll('../yours/', ''); // the page of the edition's card stands above it
      for (const page of pages) {
        const file = await readFile(join(site, `cards/${id}/${page}/index.html`), 'utf8');
        if (!engine.call.web_page(...engine.give(await readFile(join(site, page, 'own.json'))), ...engine.give(`/cards/${id}`))) throw new Error(page);
        const { body, heading, lede, numbers, left_out: leftOut } = engine.output();
        const built = withoutTools(between(file, '<div class="prose">\n', '\n</div>\n</div>\n<footer class="page-foot">'));
        equalText(withoutTools(unowned(body)).trimEnd(), built.trimEnd(), `${page} on ${id}`);
        equal([`<h1>${heading}</h1>`, `<p class="lede">${lede}</p>`].map((part) => file.includes(part)), [true, true], `${page} on ${id}`);
        equal(unowned(numbers), await readFile(join(site, `cards/${id}/${page}/numbers.js`), 'utf8'), `panels of ${page} on ${id}`);
        equal(leftOut, (file.match(/class="claim claim-/g) ?? []).length, `claims of ${page} on ${id}`);
      }
    }
  });

  await test('it has the row by rank, the costs and the panels of figures that a published card has, byte for byte', async () => {
    for (const id of ['nvidia-h200', 't4']) {
      const engine = await engineFor(site, id);
      const published = (text) => text.replaceAll('/cards/yours/', `/cards/${id}/`).replaceAll(' (yours)', '').replaceAll(' class="own-row"', '').replaceAll(' data-yours="yours"', '');
      const made = (name) => { engine.call[name](); return engine.output(); };
      const { ranks } = made('web_ranks'), compare = await readFile(join(site, 'compare/index.html'), 'utf8');
      equal((ranks.match(/class="own-row"/g) ?? []).length, 3, `rows of ${id}`);
      equalText(published(ranks).trimEnd(), between(compare, '<div id="G-ranks">\n', '\n</div>\n<section class="group" aria-labelledby="G-two">').trimEnd(), `ranks of ${id}`);
      const costs = made('web_simulator'), simulator = await readFile(join(site, 'simulator/index.html'), 'utf8');
      equal((costs['cost-options'].match(/data-yours/g) ?? []).length, 1, `costs of ${id}`);
      equalText(published(costs['cost-options']).trimEnd(), between(simulator, '<option value="">the exercise</option>\n', '\n</select>').trimEnd(), `choices of ${id}`);
      equalText(published(costs['cost-rows']).trimEnd(), between(simulator, '<tbody id="G-costs-rows">\n', '\n</tbody>').trimEnd(), `costs of ${id}`);
      for (const family of ['', 'latency']) {
        engine.call.web_numbers(...engine.give(family));
        equalText(engine.text(), await readFile(join(site, `cards/${id}/${family && `series/${family}/`}numbers.js`), 'utf8'), `panels of ${id} ${family}`);
      }
    }
    // Beside the H200: what both have at one place is told, but not at one step, which is a size of its own on each.
    const engine = await engineFor(site), h200 = await readFile(join(measurements, 'nvidia-h200.json'), 'utf8');
    engine.call.web_own(...engine.give('mine.json'), ...engine.give(h200.replace('"id": "nvidia-h200"', '"id": "mine"')));
    const panels = ['latency', 'chase'].map((family) => { engine.call.web_numbers(...engine.give(family)); return engine.text(); });
    equal(panels.map((text) => [/"other cards","NVIDIA H200 /.test(text), /":\[", [\d.]+\u00a0KiB",/.test(text)]), [[true, false], [false, true]], 'latencies by level and by size');
  });

  await test('a file that is no card is refused with the field and the reason that gen check gives', async () => {
    const root = await mkdtemp(join(tmpdir(), 'own-')), bad = 'gen/tests/golden/bad-cards/measurements';
    try {
      await cp('gen/tests/golden/bad-cards', root, { recursive: true });
      const check = spawnSync(gen, ['check', '--root', root, '--format=json'], { encoding: 'utf8' });
      const said = JSON.parse(check.stdout).diagnostics, engine = await engineFor(site);
      const plain = ({ line, column, message, hint }) => ({ line, column, message, hint });
      for (const name of (await readdir(bad)).filter((file) => file.endsWith('.json'))) {
        const taken = engine.call.web_own(...engine.give(name), ...engine.give(await readFile(join(bad, name))));
        equal([taken, engine.output().map(plain)], [0, said.filter(({ path }) => path === `measurements/${name}`).map(plain)], name);
      }
      const whole = await readFile(join(measurements, 'nvidia-h200.json'), 'utf8');
      for (const [text, says] of [[whole.slice(0, 5000), 'the file ends inside'], [whole.replace('"version": 1', '"version": 2'), 'only version 1'],
        ['\ufffe', ''], [whole.replaceAll('"unit": "cycle"', '"unit": "s"'), 'unit'], ['[]', 'a card is an object'], ['"x"', 'a card is an object']]) {
        const taken = engine.call.web_own(...engine.give('x.json'), ...engine.give(text));
        if (taken || !engine.output().some(({ message }) => message.includes(says))) throw new Error(`${says}: ${JSON.stringify(engine.output()).slice(0, 200)}`);
      }
    } finally { await rm(root, { recursive: true }); }
  });

  // What a card changes: not the lists of other pages, the files to take along, or the tools; and a chart that has
  // the card of the page beside the reader's is another one.
  const words = (page) => page.evaluate(() => {
    const main = document.querySelector('main').cloneNode(true);
    for (const part of main.querySelectorAll('.take, .foot-lists, .download, .tool, .standing, figure, .copy')) part.remove();
    document.querySelector('main').replaceWith(main);
    return main.innerText;
  });

  await test('a chosen file fills every page, goes nowhere, and can be removed; hostile words stay words', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } }), page = await context.newPage();
    const errors = [], sent = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('request', (request) => { if (request.method() !== 'GET' || !request.url().startsWith(server.base) && !request.url().startsWith('blob:')) sent.push(request.url()); });
    const filled = () => page.waitForFunction(() => !document.documentElement.dataset.filling);
    const go = async (path) => { await page.goto(server.base + path); await filled(); };
    const choose = (name, text) => page.locator('#G-own-file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    const card = await readFile(join(measurements, 'nvidia-h200.json'), 'utf8');

    await go('/cards/yours/');
    await choose('half.json', card.slice(0, 3000));
    await page.locator('.own-faults').waitFor();
    if (!/half\.json was not taken.*\d+:\d+ the file ends inside/.test((await page.locator('#G-own-said').textContent()))) throw new Error(await page.locator('#G-own-said').textContent());
    equal(await page.evaluate(() => localStorage.getItem('card')), null, 'a refused file is not kept');

    await choose('nvidia-h200.json', card);
    await page.locator('.card-first').waitFor();
    equal(await page.locator('h1').textContent(), 'NVIDIA H200', 'the page of the card');
    for (const path of ['glossary/coalescing/', 'lessons/day-15/']) {
      await go(`/cards/t4/${path}`);
      equal(await page.locator('.own-bar p').textContent(), 'Numbers of the NVIDIA H200 (yours).', 'line');
      const own = await words(page);
      await page.evaluate(() => { globalThis.keptCard = localStorage.getItem('card'); localStorage.removeItem('card'); });
      await go(`/${path}`);
      equal(own === await words(page), true, `${path}: the T4's edition with the H200's file, and that of the H200`);
      await page.evaluate((text) => localStorage.setItem('card', text), card);
    }
    await go('/cards/t4/glossary/coalescing/');
    await page.locator('a.value').first().click();
    if (!(await page.locator('#G-number').textContent()).includes('NVIDIA H200, measured on')) throw new Error('the panel is of another card');
    await page.keyboard.press('Escape');
    await page.locator('.own-bar button').click();
    await page.waitForFunction(() => !document.querySelector('.own-bar'));
    equal([await page.locator('.side-card a').textContent(), await page.evaluate(() => localStorage.getItem('card'))], ['Tesla T4', null], 'removed');

    const hostile = card.replace('"name": "NVIDIA H200"', '"name": "<img src=x onerror=alert(1)>\\"\\u0026lt;"').replace('"id": "nvidia-h200"', '"id": "mine"');
    await page.evaluate((text) => localStorage.setItem('card', text), hostile);
    for (const path of ['/', '/cards/', '/glossary/registers/', '/cards/yours/', '/simulator/']) {
      await go(path);
      equal(await page.locator('img').count(), 0, path);
      const figure = { '/': '.surprise a.value', '/cards/yours/': '.special a.value', '/simulator/': '.own-row a.value' }[path];
      if (figure) {
        await page.locator(figure).first().click();
        await page.locator('#G-number:not([hidden])').waitFor();
        if (!(await page.locator('#G-number').textContent()).includes('card<img src=x onerror=alert(1)>"&lt;, measured on')) throw new Error(`${path}: ${await page.locator('#G-number').textContent()}`);
        await page.keyboard.press('Escape');
      }
      if (!(await page.locator('.own-bar').textContent()).includes('<img src=x onerror=alert(1)>"&lt;')) throw new Error(`${path}: ${await page.locator('.own-bar').textContent()}`);
    }
    equal((await page.locator('#G-costs option').allTextContents()).slice(0, 3), ['the exercise', '<img src=x onerror=alert(1)>"&lt; (yours), measured', 'NVIDIA H200, measured'], 'costs of the simulator');
    await page.locator('.tool.ready').waitFor();
    await page.locator('#G-costs').selectOption({ index: 1 });
    if (!/^latency reg \d+ shared \d+ .*# costs of <img src=x onerror=alert\(1\)>"&lt; \(yours\), measured\n/.test(await page.locator('#G-commands').inputValue())) throw new Error(await page.locator('#G-commands').inputValue());
    await go('/glossary/registers/');
    if (!(await page.locator('figure.drawing svg').first().textContent()).includes('NVIDIA H200')) throw new Error('the chart has no second series');
    await go('/model/');
    await page.locator('#G-headline').filter({ hasText: '<img src=x' }).waitFor();
    equal(await page.locator('#G-card').inputValue(), 'mine', 'the card of the model');
    await go('/compare/');
    await page.locator('#G-compare-status').filter({ hasText: '(measured here) beside NVIDIA H200' }).waitFor();
    equal([await page.locator('#G-a').inputValue(), await page.locator('.comparison table').count() > 5], ['mine', true], 'the comparison');
    const own = page.locator('#G-ranks .own-row');
    equal([await own.count(), await own.first().locator('th').textContent(), await own.first().locator('.rank').first().textContent()],
      [3, '<img src=x onerror=alert(1)>"&lt; (yours)', 'rank 2'], 'its rows by rank');
    await page.locator('#G-ranks .sort').first().click(); // what was filled in sorts too
    equal(await page.locator('#G-ranks [aria-sort]').count(), 1, 'sorted');
    await page.evaluate(() => localStorage.setItem('card', '{"format": "gpu-memory-hierarchy", "version": 9}'));
    await go('/glossary/registers/');
    if (!/no longer taken: .*What is shown is not yours/.test(await page.locator('.own-bar').textContent())) throw new Error(await page.locator('.own-bar').textContent());
    equal([errors, sent], [[], []], 'errors, and what was sent');
    await context.close();
  });
}
