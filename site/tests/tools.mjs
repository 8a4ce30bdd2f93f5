// The tools in Chromium, on their own pages and in pages of content: the same answers as gen on the
// command line, to the byte and to the bit; by keyboard, with less motion, without scripts, and without
// the WebAssembly.
import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, finish, equal } from './tap.mjs';
import { build, command, gen, scratch, start } from './tools-kit.mjs';
import { simulatorTests } from './tools-simulator.mjs';
import { modelTests } from './tools-model.mjs';
import { cardsTests } from './tools-cards.mjs';
import { numbersTests } from './tools-numbers.mjs';

const tools = await start();
const { browser, open, ready, plain } = tools;
const model = ['engine.js', 'model.js', 'model.json', 'model.wasm', 'pipes.js'];
const simulator = ['engine.js', 'model.wasm', 'simulator.js'];
const wanted = { // what each page with a tool fetches
  '/model/': model, '/simulator/': simulator, '/exercises/memory-hierarchy/': simulator,
  '/articles/test-tools/': [...new Set([...model, ...simulator])].sort(),
};
// Of the tools: these are on every page, numbers.js on each with numbers.
const fetched = (requests) => requests.filter((url) => url.startsWith('/assets/js/')).map((url) => url.slice(11)).filter((name) => !['theme.js', 'way.js', 'figures.js', 'numbers.js'].includes(name)).sort();

await simulatorTests(tools);
await modelTests(tools);
await cardsTests(tools);
await numbersTests(tools);

// ---- in pages of content -----------------------------------------------------------------------

await test('a page of content holds the parts of the tool pages, as its blocks say', async () => {
  const { context, page, errors } = await ready('/articles/test-tools/');
  equal(await page.evaluate(() => ['card', 'kernel', 'bandwidths', 'access'].map((id) => document.getElementById(`G-${id}`).value)),
    ['a100-sxm-40', 'copy', 'rated', '1'], 'settings');
  const { time_s: time } = JSON.parse(command(['model', 'copy', '--card', 'a100-sxm-40', '--width', '4', '--format=json']).toString()).result;
  const headline = await page.locator('#G-headline').textContent();
  if (!headline.includes(`${(time * 1000).toFixed(2)}\u00a0ms`)) throw new Error(`${headline}; gen: ${time}`);
  await page.locator('#G-kernel').selectOption('gemm16');
  if (!/gemm16: .* bound by shared memory/.test(await page.locator('#G-headline').textContent())) throw new Error('nothing was chosen');
  equal(await page.locator('#G-commands').inputValue(), 'load 0\nload 4\nbogus\n', 'commands');
  equal(await page.locator('#G-output').textContent(), command(['simulate'], 'load 0\nload 4\nbogus\n').toString(), 'output');
  await page.locator('#G-commands').fill('sweep 0 9 64\n');
  await page.locator('#G-run').click();
  await page.locator('#G-output').filter({ hasText: 'sweep: 9' }).waitFor();
  equal(await page.locator('#G-output').textContent(), command(['simulate'], 'sweep 0 9 64\n').toString(), 'output of other commands');
  const rows = (page) => page.locator('.compare tbody tr').evaluateAll((list) => list.map((row) => row.textContent));
  equal(await rows(page), await rows(await plain('/model/')), 'predicted beside measured');
  if ((await rows(page)).length < 3) throw new Error('predicted beside measured is empty');
  equal(await page.locator('.prose :is(h1, h2, h3, h4)').allTextContents(), ['A heading'], 'headings are the author\'s');
  equal(errors, [], 'errors');
  await context.close();
});

// Each page is opened as a phone or as a desktop does, the model's as both.
const widths = { '/model/': [390, 1280], '/simulator/': [1280], '/exercises/memory-hierarchy/': [390], '/articles/test-tools/': [390] };
await test('what a tool needs is fetched once, when it is near, and nothing moves when it takes over', async () => {
  const watch = (page) => page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => { for (const e of list.getEntries()) window.shift += e.value; })
      .observe({ type: 'layout-shift', buffered: true });
  });
  await Promise.all(Object.entries(wanted).flatMap(([path, files]) => widths[path].map(async (width) => {
    const { context, page, requests } = await ready(path, { viewport: { width, height: 900 }, before: watch });
    await page.waitForTimeout(200);
    const shift = await page.evaluate(() => window.shift);
    if (shift > 0.01) throw new Error(`${path} at ${width} px: shift ${shift}`);
    equal(fetched(requests), files, path);
    await context.close();
  })));
});

await test('and nothing of it where there is no tool, or one that is not near', async () => {
  const blind = (page) => page.addInitScript(() => { window.IntersectionObserver = class { observe() {} disconnect() {} }; });
  await Promise.all(['/articles/test-hidden/', '/', '/articles/test-tools/'].map(async (path) => {
    const { context, page, requests } = await open(path, { before: blind });
    await page.waitForTimeout(200);
    equal(fetched(requests), (wanted[path] ?? []).filter((name) => !/\.(wasm|json)$/.test(name)), path);
    await context.close();
  }));
});

// ---- how they are used -------------------------------------------------------------------------

const moves = { reducedMotion: 'no-preference' };

const { context, page } = await ready('/model/', moves);

await test('all by keyboard', async () => {
  const focused = () => page.evaluate(() => document.activeElement.id);
  const reach = async (id) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await focused() === id) return;
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
});

const moving = (page) => page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length);

await test('motion: runs, pauses, and ends where less is wanted', async () => {
  await page.locator('#G-pause').click();
  if (await moving(page) < 4) throw new Error('the packets stand still');
  await page.locator('#G-pause').click();
  equal(await moving(page), 0, 'moving after Pause');
  await page.locator('#G-pause').click();
  if (await moving(page) < 4) throw new Error('the packets do not go on');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.locator('#G-pause').filter({ hasText: 'Play' }).waitFor({ timeout: 5000 });
  equal(await moving(page), 0, 'moving when less motion is asked for');
});

await test('the drawing stays where it is when another card is chosen', async () => {
  for (const width of [390, 760, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const places = await page.evaluate(() => {
      const at = (id) => document.getElementById(`G-${id}`), places = {};
      for (const kernel of ['copy', 'gemm128', 'transpose_tiled']) {
        const tops = new Set();
        for (const card of at('card').options) {
          at('card').value = card.value;
          at('kernel').value = kernel;
          at('kernel').dispatchEvent(new Event('input', { bubbles: true }));
          tops.add(Math.round(at('drawing').getBoundingClientRect().top + scrollY));
        }
        places[kernel] = [...tops];
      }
      return places;
    });
    for (const [kernel, tops] of Object.entries(places))
      equal(tops.length, 1, `places of ${kernel} at ${width} px: ${tops.join(' ')}`);
  }
});
await context.close();

// ---- without -----------------------------------------------------------------------------------

await test('without scripts, and with scripts blocked, the pages explain themselves', async () => {
  const explains = async (path, page) => {
    const text = await page.locator('main').innerText();
    if (!/needs JavaScript|could not be started/.test(text)) throw new Error(`${path}: ${text.slice(0, 300)}`);
    if (/Loading/.test(text)) throw new Error(`${path}: Loading`);
    equal(await page.locator('main .tool :is(button, select, input):visible').count(), 0, `${path}: dead controls`);
    if (!/ms|cycles/.test(text)) throw new Error(`${path}: no numbers`);
  };
  await Promise.all([
    ...Object.keys(wanted).map(async (path) => explains(path, await plain(path))),
    ...['**/*.js', '**/*.wasm', '**/model.json'].map(async (files) => { // a page that has both tools
      const { context, page } = await open('/articles/test-tools/', { before: (page) => page.route(files, (route) => route.abort()) });
      for (const tool of await page.locator('.tool').all()) await tool.scrollIntoViewIfNeeded();
      await page.waitForTimeout(150);
      if (files.endsWith('.json')) equal(await page.locator('#G-model .tool-notice').textContent().then((text) => /could not be started/.test(text)), true, 'the model says so');
      else await explains(files, page);
      await context.close();
    }),
  ]);
});

// ---- the preview -------------------------------------------------------------------------------

await test('the preview reloads a page where it was, and shows mistakes over the last good one', async () => {
  const preview = spawn(gen, ['serve', '--root', scratch, '--today', '2026-11-29'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const path = join(scratch, 'content/glossary/warp.md'), text = await readFile(path, 'utf8');
  try {
    const base = await new Promise((done) => preview.stdout.on('data', (said) => { const at = /http:\S+:\d+/.exec(said); if (at) done(at[0]); }));
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } }), page = await context.newPage();
    await page.goto(`${base}/glossary/warp/`);
    await page.getByText('32 threads').first().waitFor(); // it reloads by itself when the first build is there
    const detail = page.locator('details').first(), overlay = page.locator('#gen-preview');
    await detail.evaluate((element) => { element.open = true; });
    await page.evaluate(() => scrollTo(0, 900));
    await writeFile(path, `${text}\nWords that are new.\n`);
    await page.getByText('Words that are new.').waitFor();
    equal([await page.evaluate(() => Math.round(scrollY)), await detail.evaluate((element) => element.open)], [900, true], 'place');
    await writeFile(path, `${text}\nAt {{ copy.rat[copy] }}, [x](/nowhere/) <b>.\n`);
    await overlay.getByText(/glossary\/warp\.md:\d+:\d+/).first().waitFor();
    const said = await overlay.getByRole('alert').innerText();
    for (const words of ['unknown name copy.rat', 'nearest: copy.rate', 'there is no page /nowhere/'])
      if (!said.includes(words)) throw new Error(`${words} is not in ${said}`);
    equal(await page.getByText('Words that are new.').count(), 1, 'the last good page');
    await page.keyboard.press('Escape');
    equal(await overlay.count(), 0, 'closed');
    await writeFile(path, text);
    await page.getByText('Words that are new.').waitFor({ state: 'detached' });
    equal(await overlay.count(), 0, 'mended');
    await context.close();
  } finally {
    preview.kill('SIGTERM');
    await writeFile(path, text);
  }
});

await test('without the WebAssembly the tools have no scripts and say why', async () => {
  await rm(join(scratch, 'build/wasm'), { recursive: true });
  build();
  for (const path of Object.keys(wanted)) {
    const html = await readFile(join(scratch, `site/public${path}index.html`), 'utf8');
    equal(/js\/(model|simulator|access)\.js/.test(html), false, path);
    if (!/was built without the program/.test(html)) throw new Error(path);
    equal(/<button[^>]* id="G-(run|step|pause)"/.test(html), false, 'buttons');
  }
});

await tools.close();
finish();
