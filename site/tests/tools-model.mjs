// The model in a page: the same bits as `gen model`, the same words as the build, pipes to scale.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, equal } from './tap.mjs';
import { answers, command, scratch } from './tools-kit.mjs';

// In the page: choices are made in its own fields.
const inPage = () => {
  const at = (id) => document.getElementById(`G-${id}`);
  window.model = {
    at,
    choose(field, value) {
      const select = at(field);
      select.value = value;
      if (select.value !== value || select.selectedOptions[0].disabled) throw new Error(`${field} has no ${value}`);
      select.dispatchEvent(new Event('input', { bubbles: true }));
    },
    levels: () => Object.fromEntries([...at('levels').rows].map((row) => [row.dataset.level, [...row.cells].slice(1).map((cell) => cell.textContent)])),
  };
};

const shownLevels = (page) => page.locator('#G-levels tr').evaluateAll((rows) => Object.fromEntries(
  rows.map((row) => [row.dataset.level, [...row.cells].slice(1).map((cell) => cell.textContent)])));

export async function modelTests({ plain, ready }) {
  const opened = await ready('/model/'), { context, page, errors } = opened;

  await test('the script shows the numbers as the build wrote them', async () => {
    for (const path of ['/model/', '/articles/test-tools/']) {
      const without = await plain(path), withScript = path === '/model/' ? opened : await ready(path);
      equal(await shownLevels(withScript.page), await shownLevels(without), 'levels');
      for (const selector of ['#G-headline', '#G-shown', '#G-estimate', '#G-figures'])
        equal((await withScript.page.locator(selector).textContent()).replace(/\s+/g, ''),
          (await without.locator(selector).textContent()).replace(/\s+/g, ''), selector);
      equal(await withScript.page.locator('#G-shown a').evaluate((a) => a.href),
        await without.locator('#G-shown a').evaluate((a) => a.href), 'link to the card');
      const rows = (page) => page.locator('#G-figures a.value, #G-measured a.value').evaluateAll((list) => list.map((a) => `${a.className} ${a.href}`));
      equal(await rows(withScript.page), await rows(without), 'links of figures to their rows');
      if ((await rows(without)).length < 5) throw new Error('no links of figures');
      const fields = (page) => page.locator('#G-sizes').evaluate((box) => [box.className, [...box.querySelectorAll('label')].map((l) => l.textContent), [...box.querySelectorAll('input')].map((i) => i.value)]);
      equal(await fields(withScript.page), await fields(without), 'sizes');
      const drawing = (page) => page.locator('svg.pipes').evaluateAll((list) => list.map((svg) => {
        svg.querySelectorAll('.packets').forEach((path) => path.removeAttribute('style'));
        return svg.outerHTML.replace(/ style=""/g, '').replace(/ (still|idle)\b/g, '');
      }));
      equal(await drawing(withScript.page), await drawing(without), 'drawing');
      if (withScript !== opened) await withScript.context.close();
    }
  });

  await test('where less motion is wanted nothing moves at the start', async () => {
    equal(await page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length), 0, 'moving');
    equal(await page.locator('#G-pause').textContent(), 'Play', 'button');
  });

  await page.evaluate(inPage);
  await test('the same bits as gen model, for every card and kernel', async () => {
    const data = JSON.parse(await readFile(join(scratch, 'site/public/assets/js/model.json'), 'utf8'));
    if (data.cards.length < 15) throw new Error(`${data.cards.length} cards`);
    const list = [];
    for (const card of data.cards)
      for (const { id, kind, sizes } of data.kernels)
        for (const [measured, access] of [[false, 0], [true, 0], [false, 1], [false, 2]]) {
          if (access && id !== 'transpose_tiled' && !(id === 'gemm128' && card.id === data.cards[0].id)) continue;
          if (measured && !card.measured && id !== 'gemm128') continue; // nothing of it is known
          // kernels of one kind differ by their sizes, which the next test has on every card
          if (/^(gemm(32|64|256)|transpose)$/.test(id) && card !== data.cards[0]) continue;
          const args = ['model'];
          if (measured) args.push('--measured');
          if (access) args.push('--width', access === 1 ? '4' : '16');
          if (id === 'free')
            args.push('free', '--flops', String(sizes[4]), ...['registers', 'shared', 'l2', 'dram'].flatMap((l, i) => ['--bytes', `${l}=${sizes[i]}`]));
          else args.push(id);
          list.push({ card: card.id, args, figures: card.figures, kind, sizes, measured, access });
        }
    if (list.length < 110) throw new Error(`only ${list.length} to compare`);
    const [want, got] = await Promise.all([answers(list), page.evaluate(async (list) => {
      const { load } = await import(new URL('../assets/js/engine.js', document.baseURI));
      const engine = await load(), { call } = engine, names = ['registers', 'shared', 'l2', 'dram', 'compute'];
      const tidy = (number) => (Number.isNaN(number) ? null : number);
      return list.map(({ figures, kind, sizes, measured, access }) => {
        figures.forEach((value, i) => call.wasm_figure_set(i, value ?? NaN));
        engine.doubles(engine.scratch, 7).set(sizes);
        call.wasm_predict(kind, engine.scratch, measured, access);
        const all = (which) => Object.fromEntries(names.map((name, i) => [name, tidy(call.wasm_value(which, i))]));
        const time = tidy(call.wasm_time());
        return { time_s: time, bound: time === null ? null : names[call.wasm_bound()], amounts: all(0), rates: all(1), busy: all(3) };
      });
    }, list)]);
    const faults = [];
    list.forEach(({ card, args }, i) => {
      for (const [key, value] of Object.entries(got[i]))
        if (JSON.stringify(value) !== JSON.stringify(want[i][key]))
          faults.push(`${card}: ${args.join(' ')}: ${key}: got ${JSON.stringify(value)}, want ${JSON.stringify(want[i][key])}`);
    });
    equal(faults.slice(0, 10), [], 'faults');
  });

  await test('choosing gives what the build gives: every card and kernel of the table', async () => {
    const { kernels, faults } = await page.evaluate(() => {
      const { at, choose } = window.model, table = document.querySelector('.predictions'), faults = [];
      const kernels = [...table.tHead.rows[0].cells].slice(1).map((th) => th.firstChild.textContent);
      const ids = new Map([...at('card').options].map((option) => [option.textContent, option.value]));
      for (const row of table.tBodies[0].rows) {
        const name = row.cells[0].querySelector('a').textContent;
        choose('card', ids.get(name));
        choose('bandwidths', row.cells[0].querySelector('small').textContent === 'measured bandwidths' ? 'measured' : 'rated');
        kernels.forEach((kernel, i) => {
          choose('kernel', kernel);
          const time = row.cells[i + 1].firstElementChild.textContent, bound = row.cells[i + 1].querySelector('small').textContent;
          const text = at('headline').textContent, want = `${name}, ${kernel}: ${time}, bound by ${bound}.`;
          if (text !== want) faults.push(`${text}; the table says ${want}`);
          // the model always answers, and says what it took for that
          if (time.startsWith('about') !== !at('estimate').hidden || at('estimate').hidden !== !/ taken is | stand for /.test(at('estimate').textContent)) faults.push(`${text} ${at('estimate').textContent}`);
        });
      }
      return { kernels, faults };
    });
    equal(kernels.length, 9, 'kernels');
    equal(faults.slice(0, 10), [], 'faults');
  });

  await test('pipes are to scale, packets as fast as the level is busy', async () => {
    const want = JSON.parse(command(['model', 'gemm16', '--card', 'a100-sxm-40', '--format=json']).toString()).result;
    const pipes = await page.evaluate(() => {
      const { choose } = window.model;
      choose('card', 'a100-sxm-40');
      choose('kernel', 'gemm16');
      return [...document.querySelectorAll('svg.svg-wide .pipe')].filter((group) => group.querySelector('.pipe-body')).map((group) => ({
        level: group.dataset.level, bound: group.classList.contains('bound'),
        thick: Number(group.querySelector('.pipe-body').getAttribute('height')),
        pace: parseFloat(getComputedStyle(group.querySelector('.packets')).animationDuration),
      }));
    });
    const by = Object.fromEntries(pipes.map((pipe) => [pipe.level, pipe]));
    const full = Number(await page.locator('svg.svg-wide.pipes').getAttribute('data-full'));
    for (const name of ['registers', 'shared', 'l2', 'dram']) {
      const thick = full * Math.log10(want.rates[name] / 1e11) / 4; // one scale for all cards
      if (Math.abs(by[name].thick - thick) > 0.01) throw new Error(`${name}: ${by[name].thick}, want ${thick}`);
      const pace = by.shared.pace / by[name].pace;
      if (Math.abs(pace - want.busy[name]) > 0.01) throw new Error(`${name}: pace ${pace}, want ${want.busy[name]}`);
    }
    equal(pipes.filter((pipe) => pipe.bound).map((pipe) => pipe.level), ['shared'], 'bound');
  });

  await test('sizes: what is wrong is said, and nothing changes until it is right', async () => {
    await page.evaluate(() => { window.model.choose('card', 'nvidia-h200'); window.model.choose('bandwidths', 'measured'); window.model.choose('kernel', 'gemm128'); });
    const text = () => page.locator('#G-headline').textContent();
    const before = await text();
    for (const [field, value, message] of [[0, '', 'M: a whole number from 1 to 1,099,511,627,776'], [0, '1.5', 'M: a whole'],
      [0, '0', 'M: a whole'], [3, '8192', 'block M: no larger than the matrix'], [5, '129', 'thread M: no larger than the block']]) {
      const input = page.locator('#G-sizes input').nth(field), was = await input.inputValue();
      await input.fill(value);
      const error = await page.locator('#G-size-error').textContent();
      if (!error.startsWith(message)) throw new Error(`${value}: ${error}`);
      equal(await page.locator('#G-sizes input').evaluateAll((all) => all.flatMap((e, i) => (e.getAttribute('aria-invalid') === 'true' ? [i] : []))), [field], 'the field is marked, and no other');
      equal(await text(), before, 'headline');
      await input.fill(was);
    }
    await page.locator('#G-sizes input').nth(2).fill('8192');
    const want = JSON.parse(command(['model', 'gemm', '--m', '4096', '--n', '4096', '--k', '8192', '--bm', '128', '--bn', '128',
      '--tm', '8', '--tn', '8', '--measured', '--format=json']).toString()).result;
    if (!(await text()).includes(`${(want.time_s * 1000).toFixed(2)}\u00a0ms`)) throw new Error(await text());
  });

  await test('the width of loads and measured bandwidths change the answer as gen model says', async () => {
    for (const [card, bandwidths, access, args] of [['rtx4090', 'rated', '0', []], ['rtx4090', 'rated', '1', ['--width', '4']],
      ['rtx4090', 'rated', '2', ['--width', '16']], ['nvidia-h200', 'measured', '0', ['--measured']]]) {
      const { headline, levels, shown } = await page.evaluate(([card, bandwidths, access]) => {
        const { at, choose, levels } = window.model;
        choose('card', card);
        choose('kernel', 'transpose_tiled');
        choose('bandwidths', bandwidths);
        choose('access', access);
        return { headline: at('headline').textContent, levels: levels(), shown: at('shown').textContent };
      }, [card, bandwidths, access]);
      const { busy, time_s: time } = JSON.parse(command(['model', 'transpose_tiled', '--card', card, ...args, '--format=json']).toString()).result;
      const number = /: ([\d.]+)\u00a0([mµ])s/.exec(headline), scale = number?.[2] === 'm' ? 1e3 : 1e6;
      if (!number || Math.abs(Number(number[1]) / (time * scale) - 1) > 0.005) throw new Error(`${headline}; gen: ${time}`);
      equal(levels.shared[3], `${Math.round(busy.shared * 100)}%`, `${card} ${args.join(' ')}`);
      equal([/measured bandwidths/.test(shown), /loads of (\d+) bytes/.exec(shown)?.[1] ?? ''], [bandwidths === 'measured', ['', '4', '16'][access]], shown);
    }
    await page.evaluate(() => window.model.choose('card', 't4'));
    equal(await page.locator('#G-bandwidths').inputValue(), 'rated', 'bandwidths of a reported card');
    equal(await page.locator('#G-bandwidths option').nth(1).isDisabled(), true, 'measured');
    await page.evaluate(() => window.model.choose('card', 'nvidia-h200'));
    equal(await page.locator('#G-bandwidths').inputValue(), 'measured', 'what was asked for is not forgotten');
  });

  await test('bars are times, the measured one beside them; a question is a choice; the address is the choice', async () => {
    const bars = () => page.evaluate(() => {
      const { at } = window.model, rows = [...at('levels').rows].filter((row) => !row.hidden);
      return Object.fromEntries(rows.map((row) => [row.dataset.level, Number(row.querySelector('rect').getAttribute('width'))]));
    });
    await page.evaluate(() => { window.model.choose('card', 'nvidia-h200'); window.model.choose('access', '0'); });
    await page.getByText('Why is my matrix product slow?').click();
    if (!/gemm16: .* bound by shared memory/.test(await page.locator('#G-headline').textContent())) throw new Error('the question chose nothing');
    equal(await page.locator('#G-story').isVisible(), true, 'words of the question');
    const of = async (...args) => JSON.parse(command(['model', 'gemm16', ...args, '--format=json']).toString()).result;
    const { busy } = await of('--measured'), shown = await bars();
    equal([shown.measured > 20, Math.abs(shown.l2 / shown.shared - busy.l2) < 0.01], [true, true], JSON.stringify(shown));
    equal(new URL(page.url()).search, '?kernel=gemm16', 'the address');
    const timed = page.locator('#G-measured a.value');
    equal(await timed.evaluate(({ hash }) => hash), '#gemm.time-tile16', 'the row of the measured time');
    await timed.click();
    await page.locator('#G-number:not([hidden])').waitFor();
    for (const part of [await timed.textContent(), 'ladder.cu', 'NVIDIA H200, measured on']) if (!(await page.locator('#G-number').innerText()).includes(part)) throw new Error(`no ${part}`);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.model.choose('card', 't4'));
    await page.locator('#G-sizes input').first().fill('8192');
    equal((await bars()).measured, undefined, 'nobody measured that');
    const address = page.url(), said = await page.locator('#G-headline').textContent();
    equal(new URL(address).searchParams.get('sizes'), '8192 4096 4096 16 16 1 1', 'sizes');
    await page.goto(address);
    await page.locator('.model-tool.ready').waitFor();
    equal(await page.locator('#G-headline').textContent(), said, 'the same address says the same');
    await page.evaluate(inPage);
    await page.evaluate(() => { window.model.choose('card', 'nvidia-h200'); });
  });

  // Work is counted, not time: `make bench` says how long it takes.
  await test('a choice is one prediction and one message; between choices nothing runs', async () => {
    const counts = await page.evaluate(async () => {
      const { load } = await import(new URL('../assets/js/engine.js', document.baseURI));
      const engine = await load(), real = engine.call, { at, choose } = window.model;
      const count = { predictions: 0, calls: 0, messages: 0, timers: 0 };
      engine.call = new Proxy({}, { get(target, name) { count.calls += 1; count.predictions += name === 'wasm_predict'; return real[name]; } });
      for (const name of ['requestAnimationFrame', 'setTimeout', 'setInterval']) {
        const own = window[name];
        window[name] = (...args) => { count.timers += 1; return own.apply(window, args); };
        window[name].own = own;
      }
      const frames = (n) => new Promise((done) => {
        const next = () => (n-- ? window.requestAnimationFrame.own.call(window, next) : done());
        next();
      });
      new MutationObserver((list) => { count.messages += new Set(list.map((record) => record.type)).size; })
        .observe(at('headline'), { childList: true, characterData: true, subtree: true });
      await frames(30);
      const idle = { ...count };
      choose('kernel', 'copy');
      await frames(2);
      const chosen = { ...count };
      choose('kernel', 'copy');
      await frames(30);
      return { idle, chosen, again: count, role: at('headline').getAttribute('role'), live: at('headline').getAttribute('aria-live') };
    });
    equal(counts.idle, { predictions: 0, calls: 0, messages: 0, timers: 0 }, 'while nothing was chosen');
    equal([counts.chosen.predictions, counts.chosen.messages, counts.chosen.timers], [1, 1, 0], 'after one choice');
    if (counts.chosen.calls > 200) throw new Error(`${counts.chosen.calls} calls for one choice`);
    equal([counts.again.predictions, counts.again.messages, counts.again.timers], [2, 1, 0], 'the same choice again says nothing');
    equal([counts.role, counts.live], ['status', 'polite'], 'the headline is a live region');
  });

  await test('moving packets are the compositor\'s work: no style, no layout, no script', async () => {
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.locator('#G-pause').click();
    const counts = async () => Object.fromEntries((await client.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
    if (await page.locator('.tool.animated:not(.paused)').count() !== 1) throw new Error('the packets stand still');
    await page.waitForTimeout(200);
    const before = await counts();
    await page.waitForTimeout(600);
    const after = await counts();
    equal(['RecalcStyleCount', 'LayoutCount'].map((name) => after[name] - before[name]), [0, 0], 'styles and layouts in 36 frames');
    equal(after.ScriptDuration - before.ScriptDuration < 0.001, true, 'no script');
  });

  await test('no script failed on the way', async () => equal(errors, [], 'errors'));
  await context.close();
}
