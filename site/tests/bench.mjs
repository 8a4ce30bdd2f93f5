// What the model's tool costs a frame in Chromium: `make bench` runs it, no test does. One line a
// measurement, tab-separated: what, the share of a frame of 1/60 s (processor time), what is wanted.
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const FRAME = 1000 / 60, SECONDS = 3;
const server = await serve(process.env.SITE);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(`${server.base}/model/`);
await page.locator('.tool.ready').waitFor();
const client = await page.context().newCDPSession(page);
await client.send('Performance.enable', { timeDomain: 'threadTicks' });

const row = (what, number, wanted = '') => console.log(`${what}\t${number}\t${wanted}`);
const share = (milliseconds) => `${(100 * milliseconds / FRAME).toFixed(2)}%`;

async function metrics() {
  const { metrics } = await client.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

// Milliseconds that the main thread computes, of all and in scripts, in each of some seconds.
async function busy() {
  const before = await metrics();
  await page.waitForTimeout(SECONDS * 1000);
  const after = await metrics(), spent = (name) => 1000 * (after[name] - before[name]) / SECONDS;
  return { script: spent('ScriptDuration'), task: spent('TaskDuration') };
}

// While a size is changed in every frame that the browser shows.
async function changing() {
  await page.evaluate(() => {
    const form = document.getElementById('G-model-form'), size = document.getElementById('G-size-0');
    window.frames = 0;
    const next = () => {
      window.frames += 1;
      size.value = String(4096 - (window.frames % 32) * 16);
      form.dispatchEvent(new Event('input'));
      if (window.frames > 0) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const first = await page.evaluate(() => window.frames), of = await busy();
  const frames = (await page.evaluate(() => { const { frames } = window; window.frames = -1e9; return frames; }) - first) / SECONDS;
  return { frames, script: of.script / frames, task: of.task / frames };
}

const compute = await page.evaluate(async () => {
  const { load } = await import(new URL('../assets/js/engine.js', document.baseURI));
  const { call, scratch } = await load(), rounds = 20000;
  let best = Infinity;
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    for (let k = 0; k < rounds; k++) call.wasm_predict(4, scratch, true, 0);
    best = Math.min(best, (performance.now() - start) / rounds);
  }
  return best;
});
row('page: one prediction, of a frame', share(compute), '5%');
const moving = await busy(), change = await changing();
row('page: packets move, script, of a frame', share(moving.script / 60), '5%');
row('page: packets move, main thread, of a frame', share(moving.task / 60), '5%');
row('page: a new size every frame, script, of a frame', share(change.script), '5%');
row('page: a new size every frame, main thread, of a frame', share(change.task));
row('page: a new size every frame, frames a second', change.frames.toFixed(0), '60');
await browser.close();
server.close();
