// Every page of the review edition in Chromium: widths, themes, accessibility, no other host,
// valid HTML, the same words without JavaScript.
import { readdir, readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { HtmlValidate } from 'html-validate';
import { serve } from './serve.mjs';
import { test, finish, equal } from './tap.mjs';

const scratch = process.env.SCRATCH;
const gen = process.env.GEN ?? 'build/gen';

function build(...args) {
  const run = spawnSync(gen, ['build', '--root', scratch, '--today', '2026-11-29', ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`gen build ${args.join(' ')}: status ${run.status}\n${run.stderr}`);
}

async function pagesOf(folder, below = '') {
  const list = [];
  for (const item of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = `${below}${item.name}`;
    if (item.isDirectory()) list.push(...await pagesOf(folder, `${path}/`));
    else if (item.name.endsWith('.html')) list.push(`/${path.replace(/index\.html$/, '')}`);
  }
  return list.sort();
}

const review = join(scratch, 'site/review');
let pages = [];
await test('the review edition builds', async () => {
  build('--drafts');
  build();
  pages = await pagesOf(review);
  if (pages.length < 5) throw new Error(`only ${pages.length} pages`);
});

await test('every page is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: {
      'long-title': 'off', 'no-inline-style': 'error', 'no-trailing-whitespace': 'off',
      'require-sri': 'off', 'tel-non-breaking': 'off', 'svg-focusable': 'off',
      // inline SVG uses presentation attributes and camel-case names
      'attr-case': ['error', { ignoreForeign: true }], 'element-case': 'off',
    },
  });
  const faults = [];
  for (const edition of ['review', 'public']) {
    const root = join(scratch, 'site', edition);
    for (const page of await pagesOf(root)) {
      const file = join(root, page.endsWith('/') ? `${page}index.html` : page);
      const report = await validator.validateString(await readFile(file, 'utf8'), file);
      for (const message of report.results.flatMap((r) => r.messages))
        faults.push(`${edition}${page}:${message.line}:${message.column} ${message.ruleId}: ${message.message}`);
    }
  }
  equal(faults.slice(0, 20), [], 'faults');
});

// Card pages come from one template: in the browser, a measured and a reported one stand for all.
const seen = pages.filter((path) => !path.includes('/old/') &&
  (!/^\/cards\/./.test(path) || /^\/cards\/(nvidia-h200|t4)\/$/.test(path)));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update', '--force-color-profile=srgb'],
});
const server = await serve(review);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function open(path, options) {
  const context = await browser.newContext({ viewport: { width: options.width, height: 900 }, ...options });
  const page = await context.newPage();
  const foreign = [], missing = [], errors = [];
  page.on('request', (r) => { if (!r.url().startsWith(server.base) && !r.url().startsWith('data:')) foreign.push(r.url()); });
  page.on('response', (r) => { if (r.status() >= 400 && !r.url().endsWith('/favicon.ico')) missing.push(r.url()); });
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto(server.base + path, { waitUntil: 'load' });
  // A tool in a page of content starts when it comes near the screen.
  if (options.javaScriptEnabled !== false && await page.locator('script[type=module]').count())
    for (const tool of await page.locator('.model-tool, .sim').all()) {
      await tool.scrollIntoViewIfNeeded();
      await tool.and(page.locator('.ready')).waitFor();
    }
  return { context, page, foreign, missing, errors };
}

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'])
    await test(`accessible, calm and self-contained at ${width} px, ${colorScheme}`, async () => {
      const faults = [];
      for (const path of seen) {
        const { context, page, foreign, missing, errors } = await open(path, { width, colorScheme });
        for (const [what, list] of Object.entries({ foreign, missing, errors }))
          if (list.length) faults.push(`${path}: ${what}: ${list.join(' ')}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (overflow > 0) faults.push(`${path}: scrolls ${overflow} px sideways`);
        const ids = await page.evaluate(() => {
          const seen = new Set(), twice = [];
          for (const e of document.querySelectorAll('[id]')) seen.has(e.id) ? twice.push(e.id) : seen.add(e.id);
          return twice;
        });
        if (ids.length) faults.push(`${path}: ids twice: ${ids.join(' ')}`);
        await page.evaluate(axe);
        const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
        for (const v of result.violations)
          faults.push(`${path}: axe ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`);
        await context.close();
      }
      equal(faults.slice(0, 20), [], 'faults');
    });

// The tools say other words when they work: tools.mjs looks at those.
await test('the same words without JavaScript', async () => {
  for (const path of seen) {
    const words = [];
    for (const javaScriptEnabled of [true, false]) {
      const { context, page } = await open(path, { width: 1280, javaScriptEnabled });
      words.push(await page.evaluate(() => {
        document.querySelectorAll('main .tool').forEach((tool) => tool.remove());
        return document.querySelector('main').innerText;
      }));
      await context.close();
    }
    if (words[0] !== words[1]) throw new Error(`${path} differs`);
    if (words[1].length < 40) throw new Error(`${path} is empty without JavaScript`);
  }
});

// A question gives nothing away until a choice is opened, and works by keys and without scripts.
await test('a question is answered by keys, without JavaScript', async () => {
  const { context, page } = await open('/lessons/day-11/', { width: 390, javaScriptEnabled: false });
  const question = page.locator('.predict').first();
  const choices = question.locator('summary');
  equal(await question.locator('.choice-right').count(), 1, 'right choices');
  equal(await question.getByText('Right on the').isVisible(), false, 'answer before a choice');
  for (let i = 0; i < await choices.count(); i++) {
    await choices.nth(i).focus();
    await page.keyboard.press('Enter');
    const right = await question.locator('li').nth(i).locator('.choice-right').count() === 1;
    const verdict = question.locator('li').nth(i).getByText(right ? 'Right on the' : 'Not on the');
    equal(await verdict.isVisible(), true, `verdict of choice ${i + 1}`);
  }
  await context.close();
});

await test('what scrolls sideways can be reached by keys and has a name', async () => {
  for (const path of seen) {
    const { context, page } = await open(path, { width: 390 });
    const bad = await page.evaluate(() => [...document.querySelectorAll('main *')]
      .filter((e) => e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX))
      .filter((e) => e.tabIndex < 0 || !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')))
      .map((e) => e.outerHTML.slice(0, 120)));
    equal(bad, [], path);
    await context.close();
  }
});

await test('formulas: the math font, room for what is wide, keys', async () => {
  for (const width of [390, 1280]) {
    const { context, page } = await open('/glossary/formulas-blocks/', { width });
    const found = await page.evaluate(async () => {
      await document.fonts.ready;
      const high = (e) => e.getBoundingClientRect().height;
      const first = document.querySelector('.formula');
      return {
        font: [...document.fonts].some((f) => f.family.includes('Formula') && f.status === 'loaded'),
        // a parenthesis that the font stretches around a fraction
        stretched: high(first.querySelector('mo[fence]')) >= high(first.querySelector('mfrac')),
        clipped: [...document.querySelectorAll('.formula')].filter((f) => f.scrollHeight > f.clientHeight).length,
        source: first.querySelector('annotation[encoding="application/x-tex"]').textContent,
        shown: first.querySelector('annotation').getClientRects().length,
        scrolls: [...document.querySelectorAll('.formula')].map((f) => f.scrollWidth > f.clientWidth).filter(Boolean).length,
      };
    });
    equal(found, {
      font: true, stretched: true, clipped: 0,
      source: 'S = \\max\\left(\\frac{A}{Q},\\ \\max_i \\frac{D_i}{R_i}\\right)',
      shown: 0, scrolls: width === 390 ? 1 : 0,
    }, `${width} px`);
    if (width === 390) {
      const wide = page.locator('.formula[tabindex]');
      await wide.focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => document.querySelector('.formula[tabindex]').scrollLeft > 0);
    }
    await context.close();
  }
});

await browser.close();
server.close();
finish();
