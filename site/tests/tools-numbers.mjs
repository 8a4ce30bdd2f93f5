// What a number rests on: without scripts its place on the page of its card; else a panel that opens by pointer,
// keyboard and touch, over HTTP and from a folder. A figure that theme and data made has its panel beside its row.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, equal } from './tap.mjs';
import { scratch } from './tools-kit.mjs';

export async function numbersTests({ browser, server, open }) {
  const path = '/articles/test-numbers/';
  const state = (page) => page.evaluate(() => [document.activeElement.className || document.activeElement.textContent,
    document.getElementById('G-number').hidden, document.querySelectorAll('a[aria-expanded="true"]').length]);

  await test('a number without scripts is a link to its place on the page of its card', async () => {
    const { context, page } = await open(path, { javaScriptEnabled: false });
    for (const link of await page.locator('a.value').all()) {
      const url = new URL(await link.getAttribute('href'), server.base + path);
      const card = await (await context.request.get(url.href)).text();
      if (!card.includes(`id="${url.hash.slice(1)}"`)) throw new Error(`nothing at ${url}`);
    }
    await context.close();
  });

  await test('a number opens what it rests on by keyboard, pointer and touch; the data is fetched then', async () => {
    const { context, page, requests, errors } = await open(path, { hasTouch: true });
    const [first, fact] = [page.locator('a.value').first(), page.locator('a.value').nth(1)], panel = page.getByRole('dialog');
    equal(requests.some((url) => url.endsWith(`${path}numbers.js`)), false, 'fetched before');
    await page.locator('h1').click();
    for (let i = 0; i < 40 && !(await first.evaluate((link) => link === document.activeElement)); i++) await page.keyboard.press('Tab');
    await panel.waitFor();
    const words = (await panel.innerText()).replace(/\s+/g, ' ');
    for (const part of [await first.textContent(), 'measured', '5% to 95%', 'copy.cu', 'SM clock', 'NVIDIA H200, measured on'])
      if (!words.includes(part.replace(/\s+/g, ' '))) throw new Error(`no ${part} in ${words}`);
    equal(await first.getAttribute('aria-describedby'), 'G-number', 'description');
    await page.keyboard.press('Tab'); // the panel of a number that has only the focus is passed over
    equal(await fact.evaluate((link) => link === document.activeElement), true, 'the next number');
    await page.keyboard.press('Enter');
    equal(await state(page), ['number-panel', false, 1], 'inside');
    await page.keyboard.press('Shift+Tab');
    equal(await state(page), ['value', true, 0], 'back');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    equal((await state(page))[0], 'All facts of the card', 'the last link of the panel');
    await page.keyboard.press('Tab');
    equal(await state(page), ['value measured', false, 1], 'on to the third number');
    await page.keyboard.press('Escape');
    equal((await state(page)).slice(1), [true, 0], 'closed');
    await first.hover();
    await panel.waitFor();
    await panel.hover();
    await page.waitForTimeout(400);
    equal(await panel.isVisible(), true, 'stays below the pointer');
    await page.mouse.move(5, 5);
    await panel.waitFor({ state: 'hidden' });
    await fact.tap();
    await panel.waitFor();
    equal(await panel.locator('strong').textContent(), await fact.textContent(), 'touched');
    await panel.getByRole('button', { name: 'Close' }).tap();
    equal(await state(page), ['value', true, 0], 'closed by touch');
    equal(requests.filter((url) => url.endsWith(`${path}numbers.js`)).length, 1, 'fetched');
    equal(errors, [], 'errors');
    await context.close();
  });

  await test('numbers answer from a folder, and are followed as links where the data is lost', async () => {
    const page = await browser.newPage();
    const file = `file://${join(scratch, 'site/public', path, 'index.html')}`;
    await page.goto(file);
    await page.locator('a.value').first().click();
    await page.getByRole('dialog').waitFor();
    await page.close();
    const lost = await open(path);
    await lost.page.route(`**${path}numbers.js`, (route) => route.abort());
    await lost.page.locator('a.value').first().click();
    await lost.page.waitForURL(/\/cards\/nvidia-h200\/series\/copy\/#copy\.rate-\w+$/);
    await lost.context.close();
  });
}

// Every page of an edition, without a browser: the way to the row, and what lies beside it.
export async function rowsTest(site) {
  await test('each figure that is no expression leads to its row, and numbers.js beside that knows it', async () => {
    const known = new Map(), counts = new Map(), faults = [];
    const read = (file) => readFile(join(site, file), 'utf8').catch(() => '');
    const rowsOf = async (folder) => {
      const html = await read(`${folder}index.html`), panels = [];
      new Function('pageNumbers', await read(`${folder}numbers.js`))(({ rows }) => panels.push(...rows.flatMap(({ id, at }) => Object.keys(at).map((end) => id + end))));
      return { ids: [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id), panels: new Set(panels) };
    };
    for (const file of (await readdir(site, { recursive: true })).filter((name) => name.endsWith('index.html'))) {
      const here = `/${file.slice(0, -'index.html'.length)}`, html = await read(file);
      for (const [, href] of html.matchAll(/<a class="value value-row[^"]*" href="([^"]*)"/g)) {
        const { pathname, hash } = new URL(href, `http://site${here}`), id = decodeURIComponent(hash.slice(1));
        if (!known.has(pathname)) known.set(pathname, await rowsOf(pathname));
        const { ids, panels } = known.get(pathname);
        counts.set(here, (counts.get(here) ?? 0) + 1);
        if (ids.indexOf(id) < 0 || ids.indexOf(id) !== ids.lastIndexOf(id) || !panels.has(id)) faults.push(`${here}: not one row with a panel at ${pathname}#${id}`);
      }
      if (html.includes('value-row') && !html.includes('js/numbers.js"')) faults.push(`${here}: no script opens them`);
    }
    equal(faults.slice(0, 5), [], 'faults');
    for (const [page, least] of [['/', 10], ['/cards/nvidia-h200/', 60], ['/cards/t4/series/latency/', 3], ['/cards/nvidia-h200/series/bank/', 100], ['/model/', 15], ['/simulator/', 20], ['/compare/', 60], ['/compare/t4/', 40], ['/cards/', 40], ['/lessons/day-21/', 10]])
      if (!(counts.get(page) >= least)) throw new Error(`${page}: ${counts.get(page)} figures`);
    const size = Buffer.byteLength(await read('cards/nvidia-h200/index.html'));
    if (size > 300000) throw new Error(`${size} bytes`);
  });
}
