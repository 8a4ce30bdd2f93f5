// The simulator in a page: the same bytes as `gen simulate`, whatever the way in and out; single steps;
// and a page that stays alive however much there is to do.
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { test, equal } from './tap.mjs';
import { command, exerciseCases } from './tools-kit.mjs';

const gen = process.env.GEN ?? 'build/gen';
const sha = (bytes) => createHash('sha256').update(bytes).digest('hex');

// In the page: files and text go into its own fields, its own buttons are clicked, and what comes out is
// read from the field and from the link that saves it.
const inPage = () => {
  const at = (id) => document.getElementById(`G-${id}`);
  const until = async (what) => {
    for (const end = performance.now() + 60000; !what();) {
      if (performance.now() > end) throw new Error(`still waiting; the status is ${at('status').textContent}`);
      await new Promise((done) => { setTimeout(done, 0); });
    }
  };
  at('save').addEventListener('click', (event) => event.preventDefault());
  window.sim = {
    at,
    async file(bytes) {
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'in.txt'));
      at('file').files = transfer.files;
      at('file').dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => at('status').textContent.startsWith('in.txt is open'));
    },
    type(text) {
      at('commands').value = text;
      at('commands').dispatchEvent(new Event('input', { bubbles: true }));
    },
    async run() {
      at('run').click();
      await until(() => at('simulator').getAttribute('aria-busy') === 'false' && at('status').textContent.startsWith('After the last command'));
      return at('output').textContent;
    },
    async saved() {
      at('save').click();
      return new Uint8Array(await (await fetch(at('save').href)).arrayBuffer());
    },
    bytes: (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)),
    base64: (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join('')),
    async sha(bytes) {
      return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (b) => b.toString(16).padStart(2, '0')).join('');
    },
  };
};

const typed = (page, text) => page.evaluate(async (text) => { window.sim.type(text); return window.sim.run(); }, text);

export async function simulatorTests({ plain, ready }) {
  const examples = await exerciseCases();

  await test('the output in the page as built is that of the command line', async () => {
    const page = await plain('/simulator/');
    const commands = await readFile('site/theme/examples/simulator.txt', 'utf8');
    equal(await page.locator('#G-commands').inputValue(), commands, 'commands');
    equal(await page.locator('#G-output').textContent(), command(['simulate'], commands).toString(), 'output');
  });

  const { context, page, errors } = await ready('/simulator/');

  await test('all by keyboard', async () => {
    const names = [];
    await page.locator('#G-run').focus();
    for (let i = 0; i < 11; i++) {
      names.push(await page.evaluate(() => document.activeElement.id));
      await page.keyboard.press('Tab');
    }
    equal(names, ['run', 'step', 'play', 'speed', 'reset', 'example', 'costs', 'file', 'save', 'commands', 'output'].map((id) => `G-${id}`), 'in the order of the page');
    await page.locator('#G-reset').focus();
    await page.keyboard.press('Enter');
    await page.locator('#G-play').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    equal(await page.locator('#G-totals dd').nth(2).textContent(), '1', 'loads after one step');
  });
  await page.evaluate(inPage);

  await test(`every case of the exercise through a file, byte for byte (${examples.length})`, async () => {
    const got = await page.evaluate(async (inputs) => {
      const { sim } = window, list = [];
      for (const input of inputs) {
        await sim.file(sim.bytes(input));
        const shown = await sim.run();
        list.push({ shown, saved: sim.base64(await sim.saved()) });
      }
      return list;
    }, examples.map(({ input }) => input.toString('base64')));
    const faults = [];
    examples.forEach(({ name, output }, i) => {
      const saved = Buffer.from(got[i].saved, 'base64');
      if (!saved.equals(output)) faults.push(`${name}: got ${JSON.stringify(saved.toString().slice(0, 300))}, want ${JSON.stringify(output.toString().slice(0, 300))}`);
      if (got[i].shown !== new TextDecoder('utf-8', { ignoreBOM: true }).decode(output)) faults.push(`${name}: the page shows ${JSON.stringify(got[i].shown.slice(0, 300))}`);
    });
    equal(faults, [], 'faults');
  });

  await test('and through the text field, where a text field can hold the input', async () => {
    const fit = examples.filter(({ input }) => !/[\r\0]/.test(input.toString()) && Buffer.from(input.toString()).equals(input));
    const got = await page.evaluate(async (texts) => {
      const list = [];
      for (const text of texts) { window.sim.type(text); list.push(await window.sim.run()); }
      return list;
    }, fit.map(({ input }) => input.toString()));
    equal(fit.filter(({ output }, i) => got[i] !== output.toString()).map(({ name }) => name), [], 'faults');
    if (fit.length < 35) throw new Error(`only ${fit.length} cases`);
  });

  await test('a file by hand, and its output as a download', async () => {
    const { input, output } = examples[0];
    await page.reload();
    await page.locator('.tool.ready').waitFor();
    await page.locator('#G-file').setInputFiles({ name: 'in.txt', mimeType: 'text/plain', buffer: input });
    await page.locator('#G-status').filter({ hasText: 'in.txt is open' }).waitFor();
    await page.locator('#G-run').click();
    await page.locator('#G-status').filter({ hasText: 'After the last' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#G-save').click()]);
    equal(download.suggestedFilename(), 'output.txt', 'name');
    if (!(await readFile(await download.path())).equals(output)) throw new Error('the download differs');
    await page.evaluate(inPage);
  });

  await test('tiles that no card has room for are noted, as on the command line', async () => {
    for (const [input, note] of [['matmul 512 256\nload 0\n', / Note: the two tiles of a matmul take 512 KiB .* more than 227 KiB\.$/],
      ['matmul 170 170\n', /^After the last command$/]]) {
      const told = spawnSync(gen, ['simulate'], { input }).stderr.toString();
      if (/note:/.test(told) !== / Note/.test(note.source)) throw new Error(told);
      await typed(page, input);
      const status = await page.locator('#G-status').textContent();
      if (!note.test(status)) throw new Error(status);
    }
  });

  await test('a hit rate that is a tie rounds as on the command line', async () => {
    for (const input of ['sweep 64 16 120\n', 'sweep 0 1000000 0\n']) {
      const output = await typed(page, input);
      equal(output, command(['simulate'], input).toString(), input);
      if (!/\((6\.3|100\.0)%\)/.test(output)) throw new Error(output);
    }
  });

  await test('steps: one load at a time, with lines and stamps of both caches, and totals', async () => {
    const input = '# remark\n\nl1 2\nl2 3\nsweep 0 3 128\nload 128\n';
    const seen = await page.evaluate((input) => {
      const { at, type } = window.sim, list = [];
      const held = (id) => [...at(`slots-${id}`).children].filter((li) => li.className !== 'empty')
        .map((li) => `${li.querySelector('b').textContent}@${li.querySelector('small').lastChild.textContent.trim()}${li.className === 'latest' ? '*' : ''}`).join(' ');
      type(input);
      for (let i = 0; i < 20; i++) {
        at('step').click();
        list.push([at('status').textContent, held('l1'), held('l2'), [...at('totals').querySelectorAll('dd')].map((dd) => dd.textContent).join(' ')]);
        if (/That was the last command/.test(at('status').textContent)) break;
      }
      return list;
    }, input);
    equal(seen, [
      ['Line 3. l1: 2 lines of 128 bytes, empty', '', '', '0 0 0 0 0 0'],
      ['Line 4. l2: 3 lines of 128 bytes, empty', '', '', '0 0 0 0 0 0'],
      ['Line 5, load 1 of 3: byte 0 is in line 0, found in DRAM, 600 cycles.', '0@1*', '0@1*', '1 600 1 0 0 1'],
      ['Line 5, load 2 of 3: byte 128 is in line 1, found in DRAM, 600 cycles.', '1@2* 0@1', '1@2* 0@1', '2 1,200 2 0 0 2'],
      ['Line 5, load 3 of 3: byte 256 is in line 2, found in DRAM, 600 cycles.', '2@3* 1@2', '2@3* 1@2 0@1', '3 1,800 3 0 0 3'],
      ['Line 6: byte 128 is in line 1, found in L1, 30 cycles. That was the last command.', '1@4* 2@3', '2@3 1@2 0@1', '4 1,830 4 1 0 3'],
    ], 'steps');
    equal(await page.locator('#G-output').textContent(), command(['simulate'], input).toString(), 'output');
  });

  await test('watched: the line is marked, the caches are in view, a step is taken back, it plays by itself', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => window.scrollTo(0, 0));
    const seen = await page.evaluate(async () => {
      const { at, type } = window.sim, bottom = (id) => at(id).getBoundingClientRect().bottom;
      const now = () => [at('totals').textContent, at('slots-l1').textContent, at('slots-l2').textContent, at('output').textContent].join('|');
      const marked = () => { // which line of the text lies under the bar
        const field = at('commands'), style = getComputedStyle(field), mark = at('mark').getBoundingClientRect();
        const top = mark.top - field.getBoundingClientRect().top + field.scrollTop - field.clientTop - parseFloat(style.paddingTop);
        return at('mark').hidden ? 0 : Math.round(top / parseFloat(style.lineHeight)) + 1;
      };
      const list = [], lines = [];
      type(`# first\n${'\n'.repeat(30)}sweep 0 3 128\nload 0\nload 128\n`);
      const backs = [at('back').disabled];
      for (let i = 0; i < 5; i++) { at('step').click(); list.push(now()); lines.push(marked()); }
      const field = at('commands').getBoundingClientRect(), mark = at('mark').getBoundingClientRect();
      const inView = mark.top >= field.top && mark.bottom <= field.bottom;
      const again = [];
      for (let i = 0; i < 3; i++) { at('back').click(); again.push(now()); }
      at('step').click();
      const forth = now() === list[2];
      at('speed').value = '80';
      at('play').click();
      const playing = at('play').textContent;
      while (at('play').textContent === 'Pause') await new Promise((done) => { setTimeout(done, 20); });
      return { backs, lines, inView, again: again.map((text) => list.indexOf(text)), forth, playing, end: now() === list[4], last: at('status').textContent.endsWith('That was the last command.'), bottom: Math.max(bottom('slots-l2'), bottom('totals'), bottom('play')) < 800 };
    });
    equal(seen, { backs: [true], lines: [32, 32, 32, 33, 34], inView: true, again: [3, 2, 1], forth: true, playing: 'Pause', end: true, last: true, bottom: true }, 'seen');
  });

  await test('an example is chosen, and what accesses cost on a card is a command of it', async () => {
    await page.locator('#G-example').selectOption({ label: 'Working sets that fit and that do not' });
    await page.locator('#G-costs').selectOption({ label: 'NVIDIA H200, measured' });
    const commands = await page.locator('#G-commands').inputValue();
    const { series } = JSON.parse(await readFile('measurements/nvidia-h200.json', 'utf8'));
    const cycles = (level) => Math.round(series['latency.cycles'].points.find(({ at }) => at[0] === level).median);
    const want = `latency reg ${cycles('register')} shared ${cycles('shared')} l1 ${cycles('l1')} l2 ${cycles('l2')} dram ${cycles('dram')} # costs of NVIDIA H200, measured\n`;
    equal(commands, want + await readFile('site/theme/examples/simulator-reuse.txt', 'utf8'), 'commands');
    equal(await page.evaluate(() => window.sim.run()), command(['simulate'], commands).toString(), 'output');
    await page.locator('#G-costs').selectOption('');
    equal(await page.locator('#G-commands').inputValue(), commands.slice(want.length), 'without');
    const cost = page.locator('#G-costs-rows tr', { hasText: 'NVIDIA H200' }).locator('a.value').last();
    equal(Math.round(Number((await cost.textContent()).split('\u00a0')[0])), cycles('dram'), 'the row of its figures');
    await cost.click();
    const panel = page.locator('#G-number');
    await panel.waitFor();
    for (const part of ['latency.cu', 'SM clock', 'NVIDIA H200, measured on']) if (!(await panel.innerText()).includes(part)) throw new Error(`no ${part}`);
    await page.keyboard.press('Escape');
  });

  await test('steps and then a run give the same bytes as a run', async () => {
    const input = 'sweep 0 40 96\nload 7\nbogus\nreg 3\nsweep 9000 100 -64\nwarps 7';
    const output = await page.evaluate(async (input) => {
      window.sim.type(input);
      for (let i = 0; i < 43; i++) window.sim.at('step').click();
      return window.sim.run();
    }, input);
    equal(output, command(['simulate'], input).toString(), 'output');
  });

  await test('a run can be stopped, and goes on', async () => {
    const input = 'sweep 0 1000000 128\n'.repeat(3);
    const { stopped, output } = await page.evaluate(async (input) => {
      const { at, type, run } = window.sim;
      type(input);
      at('run').click(); // its first slice is done when this returns
      const during = [at('run').textContent, at('step').disabled, at('status').getAttribute('aria-live')];
      at('run').click();
      for (let i = 0; i < 1000 && !at('status').textContent.startsWith('Stopped'); i++) await new Promise((done) => { setTimeout(done, 0); });
      const stopped = [...during, at('run').textContent, at('status').textContent, at('status').getAttribute('aria-live')];
      at('step').click();
      return { stopped, output: await run() };
    }, input);
    equal(stopped, ['Stop', true, 'off', 'Run', 'Stopped. Run goes on from here.', 'polite'], 'buttons and status');
    equal(output, command(['simulate'], input).toString(), 'output');
  });

  // Work is counted, not time: no call does more than a slice, and the page has its turn between slices.
  await test('a million accesses, and a million lines, are done in slices', async () => {
    const lines = Array.from({ length: 1000000 }, (_, i) => `load ${(i * 7919) % 65536}`).join('\n');
    for (const input of ['sweep 0 16777216 4\nsweep 0 1000000 128\n', lines]) {
      const got = await page.evaluate(async (make) => {
        const { sim } = window;
        const { load } = await import(new URL('../assets/js/engine.js', document.baseURI));
        const engine = await load(), real = engine.call;
        const text = make.lines ? Array.from({ length: 1000000 }, (_, i) => `load ${(i * 7919) % 65536}`).join('\n') : make.text;
        let largest = 0, calls = 0, turns = 0, on = true;
        const turn = () => { turns += 1; if (on) setTimeout(turn, 0); };
        await sim.file(new TextEncoder().encode(text));
        engine.call = { ...real, wasm_simulator_run: (at, length, work) => {
          calls += 1;
          largest = Math.max(largest, work);
          return real.wasm_simulator_run(at, length, work);
        } };
        turn();
        const shown = await sim.run();
        on = false;
        engine.call = real;
        return { largest, calls, turns, shown: shown.slice(-400), left: /bytes are left out here/.test(shown), sha: await sim.sha(await sim.saved()) };
      }, input === lines ? { lines: true } : { text: input });
      equal(got.sha, sha(command(['simulate'], input)), 'the saved output');
      equal(got.left, input === lines, 'a long output is cut');
      if (got.largest > 20000) throw new Error(`${got.largest} steps in one call`);
      if (got.calls < 50 || got.turns < 5) throw new Error(`${got.calls} calls, ${got.turns} turns of the page`);
      if (!/\ntotal: \d+ accesses/.test(got.shown)) throw new Error(got.shown);
    }
  });

  await test('no script failed on the way', async () => equal(errors, [], 'errors'));
  await context.close();
}
