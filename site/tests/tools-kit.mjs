// What the tests of the tools share: a site built in a scratch copy, one browser, pages that know what
// they asked for, gen on the command line, and the cases of the exercise.
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

export const scratch = process.env.SCRATCH;
export const gen = process.env.GEN ?? 'build/gen';
const large = { maxBuffer: 1 << 28 };

export function build(...args) {
  const run = spawnSync(gen, ['build', '--root', scratch, '--today', '2026-11-29', ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`gen build: status ${run.status}\n${run.stderr}`);
}

export function command(args, input) {
  const run = spawnSync(gen, args, { input, ...large });
  if (run.status !== 0) throw new Error(`gen ${args.join(' ')}: status ${run.status}\n${run.stderr}`);
  return run.stdout;
}

// The answers of many calls for one card each, as JSON: two at a time, because each starts a process; in a root
// that has this card and no pages, because each reads all there is.
export async function answers(list) {
  const found = [], run = promisify(execFile), roots = new Map();
  for (const { card } of list) {
    if (roots.has(card)) continue;
    const root = join(scratch, 'bare', card), file = `${card}.json`;
    const folder = existsSync(join(scratch, 'measurements', file)) ? 'measurements' : 'measurements/reported';
    await mkdir(join(root, 'content'), { recursive: true });
    await writeFile(join(root, 'content/site.yaml'), `title: Cards\nsummary: One.\nbase: https://cards.example/\nhome-card: ${card}\n`);
    await cp(join(scratch, folder, file), join(root, folder, file));
    roots.set(card, root);
  }
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < list.length; i = next++) {
      const { card, args } = list[i];
      found[i] = JSON.parse((await run(gen, [...args, '--card', card, '--format=json', '--root', roots.get(card)], large)).stdout).result;
    }
  };
  await Promise.all([worker(), worker()]);
  return found;
}

// Pages of content that hold the tools, signed, so that they are published beside the tool pages.
const byline = 'byline:\n  author: Ana Lima\n  reviewer: Ben Ode\n  written: 2026-11-20\n  checked: 2026-11-21\n';
const front = (title) => `---\ntitle: ${title}\nkind: article\nsummary: A page for the tests.\n${byline}---\n\n## A heading\n\nWords.\n\n`;
export const embedded = {
  '/articles/test-tools/': `${front('With tools')}\`\`\`tool model\ncard: a100-sxm-40\nkernel: copy\nbandwidths: rated\nloads: 4\n\`\`\`\n\n` +
    '```tool compare\n```\n\n```tool simulator\nload 0\nload 4\nbogus\n```\n',
  '/articles/test-numbers/': `${front('Numbers')}It copies at {{ copy.rate[copy] }}, beside an L2 of {{ fact.l2 }}: ` +
    '{{ copy.rate[copy] / dram.rated as % }} of what is rated.\n',
  '/articles/test-hidden/': `${front('Hidden')}{{ if fact.sms < 0 }}\n\n\`\`\`tool model\n\`\`\`\n\n{{ end }}\n`,
};

export async function start() {
  await mkdir(join(scratch, 'content/articles'), { recursive: true });
  for (const [address, text] of Object.entries(embedded))
    await writeFile(join(scratch, `content${address.slice(0, -1)}.md`), text);
  const exercise = join(scratch, 'content/exercises/memory-hierarchy/index.md');
  await writeFile(exercise, (await readFile(exercise, 'utf8')).replace(/^byline:\n(  .*\n)+/m, byline));
  build();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
      '--disable-background-networking', '--disable-component-update'],
  });
  return site(browser, await serve(join(scratch, 'site/public')));
}

export function site(browser, server) {
  // Without motion unless it is asked for: moving packets keep a processor busy where there is no GPU.
  async function open(path, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    const requests = [], errors = [];
    page.on('request', (request) => requests.push(request.url().slice(server.base.length)));
    page.on('pageerror', (error) => errors.push(error.message));
    if (options.before) await options.before(page);
    await page.goto(server.base + path, { waitUntil: 'load' });
    return { context, page, requests, errors };
  }
  // Every tool of the page, each scrolled to: a tool starts when it is near.
  async function ready(path, options) {
    const opened = await open(path, options);
    for (const tool of await opened.page.locator('.tool').all()) {
      await tool.scrollIntoViewIfNeeded();
      await tool.and(opened.page.locator('.ready')).waitFor({ timeout: 10000 });
    }
    return opened;
  }
  // A page as it is without scripts: nothing changes it, so all tests look at the same one.
  const plains = new Map();
  async function plain(path) {
    if (!plains.has(path)) plains.set(path, open(path, { javaScriptEnabled: false }));
    return (await plains.get(path)).page;
  }
  return { open, ready, plain, browser, server, close: async () => { await browser.close(); server.close(); } };
}

// gen/tests/model/exercise.txt: names, input and output in bytes. Its head describes the notation.
export async function exerciseCases() {
  const list = [];
  const bytes = (line) => Buffer.concat([...line.matchAll(
    /\\x([0-9a-fA-F]{2})|\\\{(\d+):([\s\S])\}|\\([tr\\])|([^\\]+)/g)].map(([, hex, count, c, escape, plain]) => {
    if (hex) return Buffer.from([parseInt(hex, 16)]);
    if (count) return Buffer.from(c.repeat(Number(count)));
    if (escape) return Buffer.from({ t: '\t', r: '\r', '\\': '\\' }[escape]);
    return Buffer.from(plain);
  }));
  for (const line of (await readFile('gen/tests/model/exercise.txt', 'utf8')).split('\n')) {
    const name = /^\[([^\]]+)\]/.exec(line)?.[1];
    const last = list.at(-1);
    if (name) list.push({ name, input: [], output: [] });
    else if (line.startsWith('<| ')) last.input.push(bytes(line.slice(3)));
    else if (/^< ?/.test(line)) last.input.push(bytes(line.slice(2)), Buffer.from('\n'));
    else if (/^> ?/.test(line)) last.output.push(bytes(line.slice(2)), Buffer.from('\n'));
  }
  if (list.length < 40) throw new Error('too few cases were read');
  return list.map(({ name, input, output }) => ({ name, input: Buffer.concat(input), output: Buffer.concat(output) }));
}
