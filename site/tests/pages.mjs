// The pages of the review edition in Chromium: widths, themes, accessibility, no other host, valid HTML, the same
// words without JavaScript. Opened are few that hold almost every kind of element; PAGES=all opens every page, in more
// views (`make test-pages`), PAGES=glossary/tma those whose address has that in it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { HtmlValidate } from 'html-validate';
import { serve } from './serve.mjs';
import { test, finish, equal } from './tap.mjs';
import { ownTests } from './own.mjs';
import { rowsTest } from './tools-numbers.mjs';

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

// The edition of another card has the templates of the pages at the root; three of one card stand for all. So does
// one pair of cards for all, and a few families of series, of which one has no drawing and one is reported.
const families = /^\/cards\/(nvidia-h200\/series\/(stride|knee)|t4\/series\/latency)\/$/;
const repeats = (path) => /^\/compare\/(?!t4\/)./.test(path) || /^\/cards\/[^/]+\/./.test(path) && !/^\/cards\/t4\/(glossary\/bank-conflict|terms|model)\/$/.test(path) && !families.test(path);

const review = join(scratch, 'site/review');
let pages = [];
await test('the review edition builds', async () => {
  build('--drafts');
  build();
  pages = (await pagesOf(review)).filter((path) => !repeats(path));
  if (pages.length < 5) throw new Error(`only ${pages.length} pages`);
});

// Card pages come from one template: in the browser, a measured and a reported one stand for all.
const all = process.env.PAGES === 'all', part = all ? '' : process.env.PAGES ?? '';
const several = pages.filter((path) => !path.includes('/old/') && path !== '/terms/' && path.includes(part) &&
  (!/^\/cards\/./.test(path) || /^\/cards\/(nvidia-h200|t4|yours)\/$/.test(path) || families.test(path)));

// An element's kinds: its tag with each of its classes. In a drawing none: svg's own tests look at those.
async function kindsOf(path) {
  const file = join(review, path.endsWith('/') ? `${path}index.html` : path);
  const html = (await readFile(file, 'utf8')).replace(/<(svg|script|math)[\s\S]*?<\/\1>/g, '');
  return new Set([...html.matchAll(/<([a-z]\w*)(?:[^<>]* class="([^"]*)")?/g)]
    .flatMap(([, tag, classes]) => (classes ?? '').split(' ').map((name) => `${tag}.${name}`)));
}

// The page that has most kinds of element that none before had, and so on until none has more than one of its own:
// for that one, a page takes as long as for all.
async function fewest(paths) {
  const kinds = new Map(await Promise.all(paths.map(async (path) => [path, await kindsOf(path)])));
  const chosen = [], met = new Set();
  for (;;) {
    const fresh = ([, set]) => [...set].filter((kind) => !met.has(kind)).length;
    const [path, set] = [...kinds].reduce((best, entry) => (fresh(entry) > fresh(best) ? entry : best));
    if (fresh([path, set]) < 2) return chosen;
    chosen.push(path);
    set.forEach((kind) => met.add(kind));
  }
}
const seen = all || part ? several : await fewest(several);

await test('pages are valid HTML', async () => {
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
    for (const page of (await pagesOf(root)).filter((path) => (all ? !repeats(path) : seen.includes(path)))) {
      const file = join(root, page.endsWith('/') ? `${page}index.html` : page);
      const report = await validator.validateString(await readFile(file, 'utf8'), file);
      for (const message of report.results.flatMap((r) => r.messages))
        faults.push(`${edition}${page}:${message.line}:${message.column} ${message.ruleId}: ${message.message}`);
    }
  }
  equal(faults.slice(0, 20), [], 'faults');
});

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update', '--force-color-profile=srgb'],
});
const server = await serve(review);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A tab keeps its process when it goes to the next page, which costs a third of opening one for each.
async function tab(options) {
  const context = await browser.newContext({ viewport: { width: options.width, height: 900 }, ...options });
  const page = await context.newPage();
  const trouble = { foreign: [], missing: [], errors: [] };
  page.on('request', (r) => { if (!r.url().startsWith(server.base) && !r.url().startsWith('data:')) trouble.foreign.push(r.url()); });
  page.on('response', (r) => { if (r.status() >= 400 && !r.url().endsWith('/favicon.ico')) trouble.missing.push(r.url()); });
  page.on('pageerror', (e) => trouble.errors.push(e.message));
  const go = async (path) => {
    await page.goto(server.base + path, { waitUntil: 'load' });
    if (options.javaScriptEnabled !== false && await page.locator('script[type=module]').count())
      for (const tool of await page.locator('.model-tool, .sim').all()) { // it starts when it is near
        await tool.scrollIntoViewIfNeeded();
        await tool.and(page.locator('.ready')).waitFor();
      }
  };
  return { context, page, trouble, go };
}

// ---- in the page -------------------------------------------------------------------------------

// The tools say other words when they work: tools.mjs looks at those. So does the filter of the desk.
const wordsOf = () => {
  document.querySelectorAll('.family').forEach((part) => { part.open = true; }); // of a card's page
  const tools = document.querySelectorAll('main .tool, main .filter');
  tools.forEach((tool) => { tool.hidden = true; tool.style.display = 'none'; });
  const words = document.querySelector('main').innerText;
  tools.forEach((tool) => { tool.hidden = false; tool.style.display = ''; });
  return words;
};
const layoutOf = () => {
  const seen = new Set(), twice = [];
  for (const e of document.querySelectorAll('[id]')) seen.has(e.id) ? twice.push(e.id) : seen.add(e.id);
  return {
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    twice,
    first: Math.round([...document.querySelectorAll('.entry .prose > *')].find((e) => e.matches('p, ul, h2, .heading') && e.getClientRects().length)?.getBoundingClientRect().top ?? 0),
    unreachable: [...document.querySelectorAll('main *')]
      .filter((e) => e.tagName !== 'TEXTAREA' && e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX))
      .filter((e) => e.tabIndex < 0 || !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')))
      .map((e) => e.outerHTML.slice(0, 120)),
  };
};
// How much lower the text of a draft stands than it would in the public edition, with names in the byline.
const loweredBy = () => {
  const text = document.querySelector('.prose > *'), panel = document.querySelector('.review');
  if (!text || !panel) return 0;
  const [values, edition] = [[...document.querySelectorAll('.byline dd')], document.querySelector('.edition')];
  const [draft, pending] = [text.getBoundingClientRect().top, values.map((value) => value.textContent)];
  const standing = document.createElement('details');
  standing.className = 'standing';
  standing.innerHTML = '<summary>What was reviewed</summary>';
  values.forEach((value) => { value.textContent = 'Grace Brewster Hopper, 2026-11-29'; });
  panel.replaceWith(standing);
  edition.hidden = true;
  const published = text.getBoundingClientRect().top;
  values.forEach((value, i) => { value.textContent = pending[i]; });
  standing.replaceWith(panel);
  edition.hidden = false;
  return draft - published;
};
// The rows of a table come from one template: the first three stand for all, or axe needs half a minute
// for the page of a card. So do the series of a card, and lists in the panel of a reviewer; it is opened
// on two pages of eight. In a drawing axe reads the title alone, in a formula nothing, in code one word of each
// color stands for all. Contrast takes longer than all other rules: it is asked of what has a tag, classes
// and a parent that no page before had in this theme. Gives the violations and these new kinds of element.
const violations = async ({ opened, rules, met }) => {
  const panels = opened ? [...document.querySelectorAll('.review, .review details')] : [];
  panels.forEach((panel) => { panel.open = true; });
  const cut = (lists, kept) => [...document.querySelectorAll(lists)].map((list) => {
    const whole = [...list.childNodes];
    list.replaceChildren(...[...list.children].filter(kept));
    return [list, whole];
  });
  const restore = [
    ...cut('tbody, .review ol, .review ul, .families, .series-list', (_, i) => i < 3),
    ...cut('main svg', (e) => /^(title|desc)$/.test(e.tagName)),
    ...cut('math', () => false),
    ...cut('pre > code', (e, i, words) => words.findIndex((word) => word.className === e.className) === i),
  ];
  const look = { resultTypes: ['violations'], preload: false };
  const contrast = 'color-contrast';
  const found = rules ? (await window.axe.run(document, { ...look, rules: { [contrast]: { enabled: false } } })).violations : [];
  const known = new Set(met), fresh = [];
  const one = (e) => `${e.tagName}.${[...e.classList].sort().join('.')}`;
  const include = [...document.body.querySelectorAll('*:not(svg *)')].filter((e) => {
    const kind = `${one(e.parentElement)} > ${one(e)}`;
    // what a folded part hides is no text that could be read
    if (known.has(kind) || !e.checkVisibility()) return false;
    known.add(kind);
    fresh.push(kind);
    return true;
  });
  if (include.length) found.push(...(await window.axe.run({ include }, { ...look, runOnly: [contrast] })).violations);
  restore.reverse().forEach(([list, whole]) => { list.replaceChildren(...whole); });
  panels.forEach((panel) => { panel.open = false; });
  return { fresh, faults: found.map((v) => `axe ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`) };
};

// ---- each page, once with scripts and once without ---------------------------------------------

// The rules of axe take seconds on a long page: every page meets them once, its neighbor in the other width and
// theme. Where all pages are opened, each meets them in every width, and the rule on contrast in every view.
const views = (all ? [320, 390, 1280] : [390, 1280]).flatMap((width, i) => (all ? ['light', 'dark'] : [['light', 'dark'][i]])
  .map((colorScheme) => ({ width, colorScheme, met: [], rules: (index) => (all ? colorScheme === 'light' : index % 2 === i) })));
const nameOf = ({ width, colorScheme }) => `${width} px, ${colorScheme}`;
const faults = Object.fromEntries([...views.map(nameOf), 'words', 'scrolling'].map((name) => [name, []]));

async function visit(path, { page, trouble, go }, without) {
  for (const list of Object.values(trouble)) list.length = 0;
  await page.setViewportSize({ width: 1280, height: 900 });
  await Promise.all([go(path), without.go(path)]);
  const [words, plain] = await Promise.all([page.evaluate(wordsOf), without.page.evaluate(wordsOf)]);
  if (words !== plain) faults.words.push(`${path} differs`);
  if (plain.length < 40) faults.words.push(`${path} is empty without JavaScript`);
  await page.evaluate(axe);
  for (const view of views) {
    const say = (text) => faults[nameOf(view)].push(`${path}: ${text}`);
    await page.setViewportSize({ width: view.width, height: 900 });
    await page.emulateMedia({ colorScheme: view.colorScheme });
    const { overflow, twice, first, unreachable } = await page.evaluate(layoutOf);
    if (overflow > 0) say(`scrolls ${overflow} px sideways`);
    if (view.width === 390 && first > 700) say(`its first sentence stands at ${first} px`);
    if (twice.length) say(`ids twice: ${twice.join(' ')}`);
    const lowered = view.width < 390 ? 0 : await page.evaluate(loweredBy); // names of that length take a line more there
    if (lowered) say(`as a draft its text stands ${lowered} px lower`);
    if (view.width === 390) faults.scrolling.push(...unreachable.map((html) => `${path}: ${html}`));
    const index = seen.indexOf(path);
    const { fresh, faults: found } = await page.evaluate(violations, {
      opened: index % 8 < 2, rules: view.rules(index), met: all ? [] : view.met,
    });
    found.forEach(say);
    view.met.push(...fresh);
  }
  for (const [what, list] of Object.entries(trouble))
    if (list.length) faults[nameOf(views[0])].push(`${path}: ${what}: ${list.join(' ')}`);
}

const waiting = [...seen];
async function visitor() {
  const [scripted, plain] = [await tab({ width: 1280 }), await tab({ width: 1280, javaScriptEnabled: false })];
  while (waiting.length) await visit(waiting.shift(), scripted, plain);
  await Promise.all([scripted.context.close(), plain.context.close()]);
}
await test(`every page is opened (${seen.length})`, () => Promise.all([visitor(), visitor()]));
for (const view of views)
  await test(`accessible, calm and self-contained at ${nameOf(view)}`, () => equal(faults[nameOf(view)].slice(0, 20), [], 'faults'));
await test('the same words without JavaScript', () => equal(faults.words, [], 'faults'));
await test('what scrolls sideways can be reached by keys and has a name', () => equal(faults.scrolling.slice(0, 20), [], 'faults'));

await test('the desk of a reviewer is filtered', async () => {
  const { context, page, go } = await tab({ width: 1280 });
  await go('/review/');
  await page.getByLabel('Find').fill('bank conf');
  await page.getByLabel('Kind').selectOption('Glossary');
  equal(await page.locator('.desk li:visible a').allTextContents(), ['What is a bank conflict?'], 'shown');
  await context.close();
});

// A question gives nothing away until a choice is opened, and works by keys and without scripts.
await test('a question is answered by keys, without JavaScript', async () => {
  const { context, page, go } = await tab({ width: 390, javaScriptEnabled: false, hasTouch: true, isMobile: true });
  await go('/lessons/day-11/');
  equal(await page.locator('.self').first().evaluate((e) => [getComputedStyle(e).opacity, getComputedStyle(e).textDecorationLine]), ['1', 'underline'], 'link to a heading under a finger');
  const question = page.locator('.predict').first();
  const choices = question.locator('summary');
  equal(await question.locator('.choice-right').count(), 1, 'right choices');
  equal(await question.locator('.choice-right strong').isVisible(), false, 'answer before a choice');
  for (let i = 0; i < await choices.count(); i++) {
    await choices.nth(i).focus();
    await page.keyboard.press('Enter');
    const right = await question.locator('li').nth(i).locator('.choice-right').count() === 1;
    const verdict = question.locator('li').nth(i).locator('strong').first();
    equal([await verdict.isVisible(), (await verdict.textContent()).startsWith(right ? 'Right' : 'Not ')], [true, true], `verdict of choice ${i + 1}`);
  }
  await context.close();
});

// One page for all of it: keys, themes that stay, search with the section it leads to, previews, the index without scripts.
await test('search, keys, themes and previews', async () => {
  const { context, page, trouble, go } = await tab({ width: 1280, colorScheme: 'light' });
  await go('/glossary/bank-conflict/');
  const back = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  equal([await back(), await page.getByRole('button', { name: 'Theme: dark' }).count()], ['rgb(21, 24, 29)', 1], 'dark theme');
  await page.keyboard.press('?');
  equal(await page.locator('.help dt').allInnerTexts(), ['/', 'n', 'p', 'h', 't', '?'], 'keys');
  await page.keyboard.press('Escape');
  const link = page.locator('.prose a[href="../warp/"]').first();
  await link.hover();
  await page.getByRole('tooltip').waitFor();
  equal(/^Warp The 32 threads/.test(await page.getByRole('tooltip').innerText()), true, 'preview');
  equal(await page.evaluate(() => globalThis.lunr === undefined), true, 'the search waits for its reader');
  await page.keyboard.press('/');
  const query = page.getByRole('searchbox', { name: 'Search' });
  const first = async (words) => {
    await query.fill(words);
    return page.locator('.search li a').first().getAttribute('href');
  };
  equal([await first('cudaErrorIllegalA'), await first('illegal memory access'), await first('error 700'), await first('register')],
    ['../../errors/illegal-address/', '../../errors/illegal-address/', '../../errors/illegal-address/', '../../glossary/registers/'], 'found');
  equal(await first('l1tex__data_bank_conflicts'), '../../glossary/bank-conflict/#how-to-see-it', 'a counter');
  equal(await page.locator('.search mark').first().innerText(), 'l1tex__data_bank_conflicts', 'marked passage');
  await page.evaluate(() => globalThis.openSearch('../../', 'cards/t4/'));
  equal([await first('register'), await first('Tesla T4')], ['../../cards/t4/glossary/registers/', '../../cards/t4/'], 'found in an edition');
  await page.evaluate(() => globalThis.openSearch('../../', ''));
  await page.evaluate(axe);
  equal((await page.evaluate(violations, { opened: false, rules: true, met: [] })).faults, [], 'faults of the open search');
  await query.fill('bank conflict');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/day-15/);
  equal([await back(), trouble.errors, trouble.missing, trouble.foreign], ['rgb(21, 24, 29)', [], [], []], 'the theme stays');
  await context.close();
});

await test('a folder that is opened without a server', async () => {
  build('--offline');
  const { context, page, trouble } = await tab({ width: 1280 });
  await page.goto(`file://${scratch}/site/offline/simulator/index.html`);
  await page.locator('.sim').scrollIntoViewIfNeeded();
  await page.locator('.sim.ready').waitFor();
  await page.getByRole('link', { name: 'Model' }).click();
  await page.locator('.model-tool.ready').waitFor();
  await page.locator('#G-card').selectOption('t4');
  equal(new URL(await page.locator('#G-shown a').evaluate((a) => a.href)).pathname.endsWith('/cards/t4/index.html'), true, 'card');
  await page.locator('#G-figures').evaluate((rows) => { rows.closest('details').open = true; });
  await page.locator('#G-figures a.value').first().click(); // what it rests on lies in another folder
  await page.locator('#G-number:not([hidden])').waitFor();
  if (!(await page.locator('#G-number').innerText()).includes('Tesla T4')) throw new Error(await page.locator('#G-number').innerText());
  equal(await page.locator('#G-number a').last().evaluate(({ pathname, hash }) => [pathname.endsWith('/cards/t4/index.html'), hash]), [true, '#fact.sms'], 'its row');
  await page.keyboard.press('Escape');
  await page.locator('#G-search').click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('hit');
  await page.keyboard.press('Enter');
  await page.waitForURL(/simulator\/index\.html$/);
  equal(trouble.errors, [], 'errors');
  await context.close();
});

// The contents of the printed book say on which page each chapter begins. Letters and drawings are no pictures, and
// what the text is for a screen reader is packed.
await test('a book is printed with page numbers in its contents', async () => {
  const html = join(scratch, 'book.html'), pdf = join(scratch, 'book.pdf');
  const chapter = (id, words) => `<div id="${id}" style="break-before: page">${words}</div>`;
  const face = (await readFile('build/fonts/inter-400.woff2')).toString('base64');
  const drawing = (await readFile(join(review, 'lessons/day-15/index.html'), 'utf8')).match(/<svg (?:(?!<\/svg>)[^])*fill="none" stroke="var\(--surface[^]*?<\/svg>/)[0];
  await writeFile(html, `<!doctype html><title>Kit</title><style>@font-face { font-family: Inter; src: url(data:font/woff2;base64,${face}) }
    * { font-family: Inter; font-weight: 400 }</style><p><a href="#a">One</a> <span class="folio" data-chapter="a"></span></p>
    <p><a href="#b-c">Two</a> <span class="folio" data-chapter="b-c"></span></p>
    ${chapter('a', 'First')}<div style="break-before: page">more of it ${drawing}</div>${chapter('b-c', 'Second')}
    ${Array.from({ length: 20 }, (_, i) => `<p style="font-size: ${6 + i / 5}pt">https://docs.nvidia.com/cuda</p>`).join('')}`);
  const run = spawnSync('.ci/book', [html, pdf], { encoding: 'utf8' });
  const said = run.stdout.trim().match(/^(.*), (\d+) kB$/) ?? [];
  equal([run.status, said[1], said[2] < 18, run.stderr], [0, `${pdf}: 4 pages`, true, ''], `printed: ${run.stdout}`);
  const ask = (command, ...args) => spawnSync(command, args, { encoding: 'utf8' }).stdout.trim().split('\n');
  equal(ask('pdftotext', '-layout', pdf, '-').flatMap((line) => line.trim().match(/^(One|Two) +\d+|^h ?ttps.*/)?.[0].replace(/ +(?=\d)/, ' ') ?? []),
    ['One 2', 'Two 4', ...Array(20).fill('https://docs.nvidia.com/cuda')], 'text');
  equal([ask('pdffonts', pdf).slice(2).map((line) => line.replace(/ {2,}.*/, '')), ask('pdfimages', '-list', pdf).slice(2)],
    [['AAAAAA+Inter'], []], 'fonts and pictures');
});

// Text has a line of 66 to 75 letters, notes and code beside it; nothing moves when the fonts come late; what the
// reader has to open on the screen is open on paper.
await test('a page is laid out for reading, on screens and on paper', async () => {
  const { context, page, go } = await tab({ width: 1280 });
  const late = async (route) => { await new Promise((r) => { setTimeout(r, 300); }); await route.continue(); };
  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((list) => { for (const e of list.getEntries()) window.moved += e.value; }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/fonts/*', late);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await go('/glossary/bank-conflict/');
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(100);
    equal(await page.evaluate(() => window.moved < 0.02), true, `at ${width} px the layout moved by less than 0.02`);
    equal(await page.evaluate(() => document.querySelector('.prose > p:not(.aside)').getBoundingClientRect().top < 700), true, `at ${width} px the first sentence is on the first screen`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const seen = await page.evaluate(() => {
    const letters = [];
    for (const p of document.querySelectorAll('.prose > p:not(.aside)')) {
      const range = document.createRange(), lines = new Map();
      for (const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT); walk.nextNode();)
        for (let i = 0; i < walk.currentNode.length; i++) {
          range.setStart(walk.currentNode, i);
          range.setEnd(walk.currentNode, i + 1);
          const y = Math.round((range.getBoundingClientRect().top - p.getBoundingClientRect().top) / 20);
          lines.set(y, (lines.get(y) ?? 0) + 1);
        }
      letters.push(...[...lines.values()].slice(0, -1));
    }
    letters.sort((a, b) => a - b);
    const cut = [...document.querySelectorAll('.prose pre')].filter((pre) => pre.scrollWidth > pre.clientWidth + 1);
    const prose = document.querySelector('.prose').getBoundingClientRect(), aside = document.querySelector('.aside').getBoundingClientRect();
    return { letters: letters[letters.length >> 1], cut: cut.length, beside: aside.left > prose.right && aside.right < innerWidth };
  });
  equal({ ...seen, letters: seen.letters >= 64 && seen.letters <= 75 }, { letters: true, cut: 0, beside: true }, `median line of ${seen.letters} letters`);

  // A mark of a chart says its value to keys and to a finger.
  const figure = page.locator('figure.drawing:has(.svg-value)').first();
  await figure.focus();
  await page.keyboard.press('ArrowRight');
  equal(/stride 1: 1\.00.cycles/.test(await page.locator('.says').textContent()), true, 'value of the first mark');
  await page.keyboard.press('Escape');
  await figure.locator('svg:visible .svg-value').nth(31).dispatchEvent('pointerdown', { clientX: 0, clientY: 0 });
  await page.locator('.code').first().hover();
  equal(await page.locator('.copy').first().evaluate((b) => getComputedStyle(b).opacity), '1', 'the button that copies');

  await go('/lessons/day-11/');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; });
  equal(await page.evaluate(() => ['color', 'backgroundColor'].map((name) => getComputedStyle(document.documentElement)[name])),
    await page.evaluate(() => ['--ink', '--surface'].map((name) => { // of the light theme
      document.body.append(Object.assign(document.createElement('i'), { style: `color: var(${name})` }));
      document.documentElement.dataset.theme = 'light';
      return getComputedStyle(document.body.lastChild).color;
    })), 'paper is light, whatever the screen is');
  const hidden = await page.evaluate(() => [...document.querySelectorAll('.choice > summary, .choice > p, .numbers table, .answer > *')]
    .filter((e) => !e.checkVisibility({ contentVisibilityAuto: true }) || !e.getBoundingClientRect().height).length);
  equal(hidden, 0, 'choices, answers and numbers that paper lacks');
  await context.close();
});

// A sheet of A4 is 1.414 times as high as wide: in the width of a window of 1280 px that is 1810 px.
await test('the page of a card is short and speaks in words; its summary fits one printed page', async () => {
  const { context, page, go } = await tab({ width: 390 });
  for (const card of ['nvidia-h200', 't4']) {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ media: 'screen' });
    await go(`/cards/${card}/`);
    const { high, bytes, ids } = await page.evaluate(() => ({
      high: document.documentElement.scrollHeight,
      bytes: new TextEncoder().encode(document.documentElement.outerHTML).length,
      ids: [...document.querySelectorAll('.series-list li')].filter((li) => li.querySelector('a').textContent === li.id).map((li) => li.id),
    }));
    equal([high < 12000, bytes < 300000, ids], [true, true, []], `${card}: ${high} px, ${bytes} bytes, ids`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ media: 'print' });
    const { height, after } = await page.evaluate(() => {
      const summary = document.querySelector('.summary'), { breakAfter: after } = getComputedStyle(summary);
      return { height: summary.getBoundingClientRect().height, after };
    });
    equal([height > 300 && height < 1810, after], [true, 'page'], `${card}: ${height} px`);
  }
  await context.close();
});

await test('formulas: the math font, room for what is wide, keys', async () => {
  for (const width of [390, 1280]) {
    const { context, page, go } = await tab({ width });
    await go('/glossary/formulas-blocks/');
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
        // Chromium draws some stretched braces in part: the base is underlined instead
        braces: [...document.querySelectorAll('munder > mo[stretchy="true"]:last-child')].filter((mo) =>
          getComputedStyle(mo).color !== 'rgba(0, 0, 0, 0)' || getComputedStyle(mo.previousElementSibling).backgroundImage === 'none').length,
        scrolls: [...document.querySelectorAll('.formula')].map((f) => f.scrollWidth > f.clientWidth).filter(Boolean).length,
      };
    });
    equal(found, {
      font: true, stretched: true, clipped: 0,
      source: 'S = \\max\\left(\\frac{A}{Q},\\ \\max_i \\frac{D_i}{R_i}\\right)',
      shown: 0, braces: 0, scrolls: width === 390 ? 1 : 0,
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

await rowsTest(review);
await ownTests(review, browser, server, join(scratch, 'measurements'));
await browser.close();
server.close();
finish();
