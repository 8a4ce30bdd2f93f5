// /model/ and /simulator/ in Chromium: the same answers as gen on the command line, to the byte and to
// the bit; by keyboard, with less motion, without scripts, and without the WebAssembly.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';
import { test, finish, equal } from './tap.mjs';

const scratch = process.env.SCRATCH;
const gen = process.env.GEN ?? 'build/gen';
const edition = join(scratch, 'site/public');

function build() {
  const run = spawnSync(gen, ['build', '--root', scratch, '--today', '2026-11-29'], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`gen build: status ${run.status}\n${run.stderr}`);
}

function command(args, input) {
  const run = spawnSync(gen, args, { input, maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`gen ${args.join(' ')}: status ${run.status}\n${run.stderr}`);
  return run.stdout;
}

// gen/tests/model/exercise.txt: names, input and output in bytes. Its head describes the notation.
function cases(text) {
  const list = [];
  const bytes = (line) => Buffer.concat([...line.matchAll(
    /\\x([0-9a-fA-F]{2})|\\\{(\d+):([\s\S])\}|\\([tr\\])|([^\\]+)/g)].map(([, hex, count, c, escape, plain]) => {
    if (hex) return Buffer.from([parseInt(hex, 16)]);
    if (count) return Buffer.from(c.repeat(Number(count)));
    if (escape) return Buffer.from({ t: '\t', r: '\r', '\\': '\\' }[escape]);
    return Buffer.from(plain);
  }));
  for (const line of text.split('\n')) {
    const name = /^\[([^\]]+)\]/.exec(line)?.[1];
    const last = list.at(-1);
    if (name) list.push({ name, input: [], output: [] });
    else if (line.startsWith('<| ')) last.input.push(bytes(line.slice(3)));
    else if (/^< ?/.test(line)) last.input.push(bytes(line.slice(2)), Buffer.from('\n'));
    else if (/^> ?/.test(line)) last.output.push(bytes(line.slice(2)), Buffer.from('\n'));
  }
  return list.map(({ name, input, output }) => ({ name, input: Buffer.concat(input), output: Buffer.concat(output) }));
}

build();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update'],
});
const server = await serve(edition);

async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const requests = [], errors = [];
  page.on('request', (request) => requests.push(request.url().slice(server.base.length)));
  page.on('pageerror', (error) => errors.push(error.message));
  if (options.before) await options.before(page);
  await page.goto(server.base + path, { waitUntil: 'load' });
  return { context, page, requests, errors };
}

async function ready(path, options) {
  const opened = await open(path, options);
  await opened.page.locator('.tool.ready').waitFor({ timeout: 10000 });
  return opened;
}

const finished = (page) => page.waitForFunction(() => document.getElementById('G-simulator').getAttribute('aria-busy') === 'false' &&
  document.getElementById('G-status').textContent.startsWith('After the last command:'), null, { timeout: 60000 });

async function savedOutput(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#G-save').click()]);
  return readFile(await download.path());
}

// ---- the simulator -----------------------------------------------------------------------------

const examples = cases(await readFile('gen/tests/model/exercise.txt', 'utf8'));

await test('the output in the page as built is that of the command line', async () => {
  const { context, page } = await open('/simulator/', { javaScriptEnabled: false });
  const commands = await readFile('site/theme/examples/simulator.txt', 'utf8');
  equal(await page.locator('#G-commands').inputValue(), commands, 'commands');
  equal(await page.locator('#G-output').textContent(), command(['simulate'], commands).toString(), 'output');
  await context.close();
});

await test(`every case of the exercise through a file, byte for byte (${examples.length})`, async () => {
  if (examples.length < 40) throw new Error('too few cases were read');
  const { context, page, errors } = await ready('/simulator/');
  const faults = [];
  for (const { name, input, output } of examples) {
    if (!command(['simulate'], input).equals(output)) faults.push(`${name}: the case was not read as it is written`);
    await page.locator('#G-file').setInputFiles({ name: 'in.txt', mimeType: 'text/plain', buffer: input });
    await page.locator('#G-status').filter({ hasText: 'in.txt is open' }).waitFor();
    await page.locator('#G-run').click();
    await finished(page);
    const saved = await savedOutput(page);
    if (!saved.equals(output)) faults.push(`${name}: got ${JSON.stringify(saved.toString().slice(0, 300))}, want ${JSON.stringify(output.toString().slice(0, 300))}`);
    const shown = await page.locator('#G-output').textContent();
    if (shown !== new TextDecoder('utf-8', { ignoreBOM: true }).decode(output)) faults.push(`${name}: the page shows ${JSON.stringify(shown.slice(0, 300))}`);
  }
  equal(faults, [], 'faults');
  equal(errors, [], 'errors');
  await context.close();
});

await test('and through the text field, where a text field can hold the input', async () => {
  const { context, page } = await ready('/simulator/');
  const faults = [];
  let tried = 0;
  for (const { name, input, output } of examples) {
    const text = input.toString('utf8');
    if (/[\r\0]/.test(text) || !Buffer.from(text).equals(input)) continue;
    tried += 1;
    await page.locator('#G-commands').fill(text);
    await page.locator('#G-run').click();
    await finished(page);
    if (await page.locator('#G-output').textContent() !== output.toString('utf8')) faults.push(name);
  }
  equal(faults, [], 'faults');
  if (tried < 35) throw new Error(`only ${tried} cases`);
  await context.close();
});

await test('tiles that no card has room for are noted, as on the command line', async () => {
  const { context, page } = await ready('/simulator/');
  for (const [input, note] of [['matmul 512 256\nload 0\n', / Note: the two tiles of a matmul take 512 KiB .* more than 227 KiB\.$/],
    ['matmul 170 170\n', /^After the last command:$/]]) {
    const told = spawnSync(gen, ['simulate'], { input }).stderr.toString();
    if (/note:/.test(told) !== / Note/.test(note.source)) throw new Error(told);
    await page.locator('#G-commands').fill(input);
    await page.locator('#G-run').click();
    await page.locator('#G-status').filter({ hasText: note }).waitFor({ timeout: 5000 });
  }
  await context.close();
});

await test('a hit rate that is a tie rounds as on the command line', async () => {
  const { context, page } = await ready('/simulator/');
  for (const input of ['sweep 64 16 120\n', 'sweep 0 1000000 0\n']) {
    await page.locator('#G-commands').fill(input);
    await page.locator('#G-run').click();
    await finished(page);
    const output = await page.locator('#G-output').textContent();
    equal(output, command(['simulate'], input).toString(), input);
    if (!/\((6\.3|100\.0)%\)/.test(output)) throw new Error(output);
  }
  await context.close();
});

await test('steps: one load at a time, with lines, stamps and totals', async () => {
  const { context, page } = await ready('/simulator/');
  await page.locator('#G-commands').fill('# remark\n\nl1 2\nsweep 0 3 128\nload 128\n');
  const seen = [];
  for (let i = 0; i < 20; i++) {
    await page.locator('#G-step').click();
    seen.push({
      status: await page.locator('#G-status').textContent(),
      l1: await page.locator('#G-slots-l1 li').allInnerTexts(),
      cycles: await page.locator('#G-totals dd').nth(1).textContent(),
    });
    if (/That was the last command/.test(seen.at(-1).status)) break;
  }
  const flat = seen.map(({ status, l1, cycles }) => [status, l1.map((t) => t.replace(/line|last used at|empty|\s+/g, ' ').trim().replace(/ +/g, '@')).join(' '), cycles]);
  equal(flat, [
    ['Line 3. l1: 2 lines of 128 bytes, empty', ' ', '0'],
    ['Line 4, load 1 of 3: byte 0 is in line 0, found in DRAM, 600 cycles.', '0@1 ', '600'],
    ['Line 4, load 2 of 3: byte 128 is in line 1, found in DRAM, 600 cycles.', '1@2 0@1', '1,200'],
    ['Line 4, load 3 of 3: byte 256 is in line 2, found in DRAM, 600 cycles.', '2@3 1@2', '1,800'],
    ['Line 5: byte 128 is in line 1, found in L1, 30 cycles. That was the last command.', '1@4 2@3', '1,830'],
  ], 'steps');
  equal(await page.locator('#G-output').textContent(),
    command(['simulate'], '# remark\n\nl1 2\nsweep 0 3 128\nload 128\n').toString(), 'output');
  await context.close();
});

await test('steps and then a run give the same bytes as a run', async () => {
  const { context, page } = await ready('/simulator/');
  const input = 'sweep 0 40 96\nload 7\nbogus\nreg 3\nsweep 9000 100 -64\nwarps 7';
  await page.locator('#G-commands').fill(input);
  for (let i = 0; i < 43; i++) await page.locator('#G-step').click();
  await page.locator('#G-run').click();
  await finished(page);
  equal(await page.locator('#G-output').textContent(), command(['simulate'], input).toString(), 'output');
  await context.close();
});

await test('a million accesses and a million lines leave the page alive', async () => {
  const { context, page } = await ready('/simulator/');
  const loads = Array.from({ length: 1000000 }, (_, i) => `load ${(i * 7919) % 65536}`).join('\n');
  for (const input of [`sweep 0 16777216 4\nsweep 0 16777216 128\n`, loads]) {
    await page.locator('#G-file').setInputFiles({ name: 'in.txt', mimeType: 'text/plain', buffer: Buffer.from(input) });
    await page.locator('#G-status').filter({ hasText: 'in.txt is open' }).waitFor();
    await page.evaluate(() => {
      window.longest = 0;
      let last = performance.now();
      window.beat = setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; }, 5);
    });
    await page.locator('#G-run').click();
    await page.locator('#G-status').filter({ hasText: 'Running' }).waitFor({ timeout: 5000 });
    await finished(page);
    const longest = await page.evaluate(() => { clearInterval(window.beat); return window.longest; });
    if (longest > 1000) throw new Error(`the page did not answer for ${Math.round(longest)} ms`);
    const want = command(['simulate'], input);
    const saved = await savedOutput(page);
    if (!saved.equals(want)) throw new Error('the saved output differs');
  }
  const shown = await page.locator('#G-output').textContent();
  if (!/bytes are left out here/.test(shown) || !/total: 1000000 accesses/.test(shown)) throw new Error(shown.slice(-300));
  await context.close();
});

await test('a run can be stopped, and goes on', async () => {
  const { context, page } = await ready('/simulator/');
  const input = 'sweep 0 16777216 128\n'.repeat(6);
  await page.locator('#G-commands').fill(input);
  await page.locator('#G-run').click();
  await page.locator('#G-run').filter({ hasText: 'Stop' }).click();
  await page.locator('#G-status').filter({ hasText: 'Stopped' }).waitFor();
  await page.locator('#G-step').click();
  await page.locator('#G-run').click();
  await finished(page);
  equal(await page.locator('#G-output').textContent(), command(['simulate'], input).toString(), 'output');
  await context.close();
});

// ---- the model ---------------------------------------------------------------------------------

const level = ['compute', 'registers', 'shared', 'l2', 'dram'];

await test('the same bits as gen model, for every card and kernel', async () => {
  const { context, page, errors } = await ready('/model/');
  const data = JSON.parse(await readFile(join(edition, 'assets/js/model.json'), 'utf8'));
  if (data.cards.length < 15) throw new Error(`${data.cards.length} cards`);
  const faults = [];
  let compared = 0;
  for (const card of data.cards)
    for (const { id, kind, sizes } of data.kernels)
      for (const [measured, access] of [[false, 0], [true, 0], [false, 1], [false, 2]]) {
        if (access && !/gemm128|tiled/.test(id)) continue;
        const args = ['model', '--card', card.id, '--format=json'];
        if (measured) args.push('--measured');
        if (access) args.push('--width', access === 1 ? '4' : '16');
        if (id === 'free')
          args.push('free', '--flops', String(sizes[4]), ...['registers', 'shared', 'l2', 'dram'].flatMap((l, i) => ['--bytes', `${l}=${sizes[i]}`]));
        else args.push(id);
        const want = JSON.parse(command(args).toString());
        const got = await page.evaluate(async ({ figures, kind, sizes, measured, access }) => {
          const { load } = await import(new URL('../assets/js/engine.js', document.baseURI));
          const engine = await load(), { call } = engine;
          figures.forEach((value, i) => call.wasm_figure_set(i, value ?? NaN));
          engine.doubles(engine.scratch, 7).set(sizes);
          call.wasm_predict(kind, engine.scratch, measured, access);
          const names = ['registers', 'shared', 'l2', 'dram', 'compute'];
          const all = (which) => Object.fromEntries(names.map((name, i) => [name, call.wasm_value(which, i)]));
          const tidy = (o) => Object.fromEntries(Object.entries(o).map(([k, v]) => [k, Number.isNaN(v) ? null : v]));
          return {
            time_s: Number.isNaN(call.wasm_time()) ? null : call.wasm_time(),
            bound: Number.isNaN(call.wasm_time()) ? null : names[call.wasm_bound()],
            amounts: tidy(all(0)), rates: tidy(all(1)), busy: tidy(all(3)),
          };
        }, { figures: card.figures, kind, sizes, measured, access });
        for (const key of ['time_s', 'bound', 'amounts', 'rates', 'busy'])
          if (JSON.stringify(got[key]) !== JSON.stringify(want[key]))
            faults.push(`${args.join(' ')}: ${key}: got ${JSON.stringify(got[key])}, want ${JSON.stringify(want[key])}`);
        compared += 1;
      }
  equal(faults.slice(0, 10), [], 'faults');
  equal(errors, [], 'errors');
  if (compared < 200) throw new Error(`only ${compared} compared`);
  await context.close();
});

// What the table of the tool shows, level by level.
const shownLevels = (page) => page.locator('#G-levels tr').evaluateAll((rows) => Object.fromEntries(
  rows.map((row) => [row.dataset.level, [...row.cells].slice(1).map((cell) => cell.textContent)])));

await test('choosing gives what the build gives: every card and kernel of the table', async () => {
  const { context, page } = await ready('/model/');
  const rows = await page.locator('.predictions tbody tr').evaluateAll((list) => list.map((row) => ({
    name: row.cells[0].querySelector('a').textContent,
    measured: row.cells[0].querySelector('small').textContent === 'measured bandwidths',
    cells: [...row.cells].slice(1).map((cell) => [cell.firstElementChild.textContent, cell.querySelector('small').textContent]),
  })));
  const kernels = await page.locator('.predictions thead th').evaluateAll((list) => list.slice(1).map((th) => th.firstChild.textContent));
  equal(kernels.length, 6, 'kernels');
  const faults = [];
  for (const { name, measured, cells } of rows) {
    await page.locator('#G-card').selectOption({ label: name });
    await page.locator('#G-bandwidths').selectOption(measured ? 'measured' : 'rated');
    for (const [i, kernel] of kernels.entries()) {
      await page.locator('#G-kernel').selectOption(kernel);
      const text = await page.locator('#G-headline').textContent(), [time, bound] = cells[i];
      const want = bound.endsWith('not known') ? `${name}, ${kernel}: ${time}. The time is not known: `
        : `${name}, ${kernel}: ${time}, bound by ${bound}.`;
      if (!text.startsWith(want)) faults.push(`${text}; the table says ${want}`);
    }
  }
  equal(faults.slice(0, 10), [], 'faults');
  await context.close();
});

await test('the script shows the numbers as the build wrote them', async () => {
  const options = { javaScriptEnabled: false };
  const without = await open('/model/', options), withScript = await ready('/model/');
  equal(await shownLevels(withScript.page), await shownLevels(without.page), 'levels');
  for (const selector of ['#G-headline', '#G-shown', '#G-figures'])
    equal((await withScript.page.locator(selector).textContent()).replace(/\s+/g, ''),
      (await without.page.locator(selector).textContent()).replace(/\s+/g, ''), selector);
  const drawing = (page) => page.locator('svg.pipes').evaluateAll((list) => list.map((svg) => {
    svg.querySelectorAll('.packets').forEach((path) => path.removeAttribute('style'));
    return svg.outerHTML.replace(/ style=""/g, '').replace(/ (still|idle)\b/g, '');
  }));
  equal(await drawing(withScript.page), await drawing(without.page), 'drawing');
  await without.context.close();
  await withScript.context.close();
});

await test('pipes are to scale, packets as fast as the level is busy', async () => {
  const { context, page } = await ready('/model/');
  await page.locator('#G-card').selectOption('a100-sxm-40');
  await page.locator('#G-kernel').selectOption('gemm16');
  const want = JSON.parse(command(['model', 'gemm16', '--card', 'a100-sxm-40', '--format=json']).toString());
  const pipes = await page.locator('svg.svg-wide .pipe').evaluateAll((list) => list
    .filter((group) => group.querySelector('.pipe-body')).map((group) => ({
      level: group.dataset.level, bound: group.classList.contains('bound'),
      thick: Number(group.querySelector('.pipe-body').getAttribute('height')),
      pace: parseFloat(getComputedStyle(group.querySelector('.packets')).animationDuration),
    })));
  const by = Object.fromEntries(pipes.map((pipe) => [pipe.level, pipe]));
  for (const name of ['shared', 'l2', 'dram']) {
    const ratio = by[name].thick / by.registers.thick, rates = want.rates[name] / want.rates.registers;
    if (Math.abs(ratio - rates) > 0.0002) throw new Error(`${name}: ${ratio}, want ${rates}`);
    const pace = by.shared.pace / by[name].pace;
    if (Math.abs(pace - want.busy[name]) > 0.01) throw new Error(`${name}: pace ${pace}, want ${want.busy[name]}`);
  }
  equal(pipes.filter((pipe) => pipe.bound).map((pipe) => pipe.level), ['shared'], 'bound');
  await context.close();
});

await test('sizes: what is wrong is said, and nothing changes until it is right', async () => {
  const { context, page } = await ready('/model/');
  const text = () => page.locator('#G-headline').textContent();
  const before = await text();
  for (const [field, value, message] of [[0, '', 'M: a whole number from 1 to 1,099,511,627,776'], [0, '1.5', 'M: a whole'],
    [3, '8192', 'block M: no larger than the matrix'], [5, '129', 'thread M: no larger than the block']]) {
    const input = page.locator('#G-sizes input').nth(field), was = await input.inputValue();
    await input.fill(value);
    const error = await page.locator('#G-size-error').textContent();
    if (!error.startsWith(message)) throw new Error(`${value}: ${error}`);
    equal(await text(), before, 'headline');
    await input.fill(was);
  }
  await page.locator('#G-sizes input').nth(2).fill('8192');
  const want = JSON.parse(command(['model', 'gemm', '--m', '4096', '--n', '4096', '--k', '8192', '--bm', '128', '--bn', '128',
    '--tm', '8', '--tn', '8', '--measured', '--format=json']).toString());
  if (!(await text()).includes(`${(want.time_s * 1000).toFixed(2)}\u00a0ms`)) throw new Error(await text());
  await context.close();
});

await test('the width of loads and measured bandwidths change the answer as gen model says', async () => {
  const { context, page } = await ready('/model/');
  for (const [card, bandwidths, access, args] of [['rtx4090', 'rated', '0', []], ['rtx4090', 'rated', '1', ['--width', '4']],
    ['rtx4090', 'rated', '2', ['--width', '16']], ['nvidia-h200', 'measured', '0', ['--measured']]]) {
    await page.locator('#G-card').selectOption(card);
    await page.locator('#G-kernel').selectOption('transpose_tiled');
    await page.locator('#G-bandwidths').selectOption(bandwidths);
    await page.locator('#G-access').selectOption(access);
    const { busy, time_s: time } = JSON.parse(command(['model', 'transpose_tiled', '--card', card, ...args, '--format=json']).toString());
    const headline = await page.locator('#G-headline').textContent();
    const shown = /: ([\d.]+)\u00a0([mµ])s/.exec(headline), scale = shown?.[2] === 'm' ? 1e3 : 1e6;
    if (!shown || Math.abs(Number(shown[1]) / (time * scale) - 1) > 0.005) throw new Error(`${headline}; gen: ${time}`);
    equal((await shownLevels(page)).shared[3], `${Math.round(busy.shared * 100)}%`, `${card} ${args.join(' ')}`);
  }
  await page.locator('#G-card').selectOption('t4');
  equal(await page.locator('#G-bandwidths').inputValue(), 'rated', 'bandwidths of a reported card');
  equal(await page.locator('#G-bandwidths option').nth(1).isDisabled(), true, 'measured');
  await context.close();
});

// ---- how it is used ----------------------------------------------------------------------------

await test('all by keyboard', async () => {
  const { context, page } = await ready('/model/');
  const reach = async (id) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.id) === id) return;
    }
    throw new Error(`${id} cannot be reached`);
  };
  await reach('G-card');
  const before = await page.locator('#G-headline').textContent();
  await page.keyboard.press('ArrowDown');
  if (await page.locator('#G-headline').textContent() === before) throw new Error('nothing changed');
  await reach('G-size-0');
  await reach('G-pause');
  await page.keyboard.press('Space');
  equal(await page.locator('#G-pause').textContent(), 'Play', 'button');
  await context.close();
  const simulator = await ready('/simulator/');
  const names = [];
  for (let i = 0; i < 30; i++) {
    await simulator.page.keyboard.press('Tab');
    names.push(await simulator.page.evaluate(() => document.activeElement.id));
  }
  for (const id of ['G-commands', 'G-output', 'G-run', 'G-step', 'G-reset', 'G-file', 'G-save'])
    if (!names.includes(id)) throw new Error(`${id} cannot be reached: ${names.join(' ')}`);
  await simulator.context.close();
});

const moving = (page) => page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length);

await test('motion: runs, pauses, and does not begin where less is wanted', async () => {
  const { context, page } = await ready('/model/');
  if (await moving(page) < 4) throw new Error('the packets stand still');
  await page.locator('#G-pause').click();
  equal(await moving(page), 0, 'moving after Pause');
  await page.locator('#G-pause').click();
  if (await moving(page) < 4) throw new Error('the packets do not go on');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.waitForTimeout(50);
  equal(await moving(page), 0, 'moving when less motion is asked for');
  await context.close();
  const calm = await ready('/model/', { reducedMotion: 'reduce' });
  equal(await moving(calm.page), 0, 'moving at the start');
  equal(await calm.page.locator('#G-pause').textContent(), 'Play', 'button');
  await calm.context.close();
});

await test('the WebAssembly is fetched when the tool is seen, once', async () => {
  const { context, page, requests } = await open('/simulator/', {
    before: (page) => page.addInitScript(() => { window.IntersectionObserver = class { observe() {} disconnect() {} }; }),
  });
  await page.waitForTimeout(300);
  equal(requests.filter((url) => url.endsWith('.wasm')), [], 'unseen');
  await context.close();
  for (const path of ['/model/', '/simulator/']) {
    const seen = await ready(path);
    equal(seen.requests.filter((url) => url.endsWith('.wasm')).length, 1, path);
    await seen.context.close();
  }
});

await test('nothing moves when the script takes over', async () => {
  for (const path of ['/model/', '/simulator/'])
    for (const width of [390, 1280]) {
      const { context, page } = await ready(path, {
        viewport: { width, height: 900 },
        before: (page) => page.addInitScript(() => {
          window.shift = 0;
          new PerformanceObserver((list) => { for (const e of list.getEntries()) window.shift += e.value; })
            .observe({ type: 'layout-shift', buffered: true });
        }),
      });
      await page.waitForTimeout(400);
      const shift = await page.evaluate(() => window.shift);
      if (shift > 0.01) throw new Error(`${path} at ${width} px: shift ${shift}`);
      await context.close();
    }
});

await test('computing is cheap, and nothing computes between choices', async () => {
  const { context, page } = await ready('/model/');
  const cost = await page.evaluate(async () => {
    const start = performance.now();
    const form = document.getElementById('G-model-form');
    for (let i = 0; i < 200; i++) form.dispatchEvent(new Event('input'));
    return (performance.now() - start) / 200;
  });
  if (cost > 8) throw new Error(`${cost} ms a change`);
  const calls = await page.evaluate(async () => {
    const { load } = await import(new URL('../assets/js/engine.js', document.baseURI));
    const engine = await load(), real = engine.call;
    let count = 0;
    engine.call = new Proxy(real, { get(target, name) { count += 1; return target[name]; } });
    await new Promise((done) => setTimeout(done, 500));
    return count;
  });
  equal(calls, 0, 'calls while nothing was chosen');
  await context.close();
});

// ---- without ------------------------------------------------------------------------------------

await test('without scripts, and with scripts blocked, the pages explain themselves', async () => {
  for (const path of ['/model/', '/simulator/'])
    for (const options of [{ javaScriptEnabled: false },
      { before: (page) => page.route('**/*.js', (route) => route.abort()) },
      { before: (page) => page.route('**/*.wasm', (route) => route.abort()) }]) {
      const { context, page } = await open(path, options);
      await page.waitForTimeout(150);
      const text = await page.locator('main').innerText();
      if (!/needs JavaScript|could not be started/.test(text)) throw new Error(`${path}: ${text.slice(0, 300)}`);
      if (/Loading/.test(text)) throw new Error(`${path}: Loading`);
      equal(await page.locator('main button:visible, main select:visible, main input:visible').count(), 0, `${path}: dead controls`);
      if (!/ms|cycles/.test(text)) throw new Error(`${path}: no numbers`);
      await context.close();
    }
});

await test('without the WebAssembly the pages have no scripts and say why', async () => {
  await rm(join(scratch, 'build/wasm'), { recursive: true });
  build();
  for (const path of ['/model/', '/simulator/']) {
    const { context, page, requests } = await open(path);
    equal(requests.filter((url) => /\.(js|wasm)$/.test(url)), [], path);
    if (!/was built without the program/.test(await page.locator('main').innerText())) throw new Error(path);
    equal(await page.locator('button').count(), 0, 'buttons');
    await context.close();
  }
});

await browser.close();
server.close();
finish();
