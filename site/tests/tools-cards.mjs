// The list of cards, sorted by a click, and any two cards side by side: what the script shows of a pair is the
// page of that pair.
import { test, equal } from './tap.mjs';

const cells = (page) => page.locator('.comparison :is(h2, h3, tr)').evaluateAll((list) =>
  list.map((item) => (item.cells ? [...item.cells].map((cell) => cell.textContent.trim()).join('|') : item.textContent.trim())));

const links = (page) => page.locator('.comparison td a').evaluateAll((list) => list.map((link) => `${link.className} ${link.href}`));

export async function cardsTests({ open }) {
  await test('two cards are compared as the build compares them, by the address or by choice', async () => {
    const written = await open('/compare/t4/', { javaScriptEnabled: false });
    const wanted = await cells(written.page), ways = await links(written.page);
    await written.context.close();
    if (wanted.length < 40) throw new Error(`only ${wanted.length} lines`);
    const { context, page, errors } = await open('/compare/?a=nvidia-h200&b=t4');
    await page.locator('.comparison').first().waitFor();
    equal(await cells(page), wanted, 'the pair of the address');
    equal(await links(page), ways, 'the rows of its figures');
    if (ways.length < 40) throw new Error(`only ${ways.length} figures lead to their rows`);
    await page.locator('.comparison a', { hasText: '4\u00a0MiB' }).first().click();
    await page.locator('#G-number:not([hidden])').waitFor();
    if (!/^4\s*MiB reported\s*L2 cache.*deviceQuery.*Tesla T4/s.test((await page.locator('#G-number').innerText()).replace('×', '').trim())) throw new Error(await page.locator('#G-number').innerText());
    await page.keyboard.press('Escape');
    equal(await page.locator('.comparison svg').count() > 2, true, 'drawings');
    await page.locator('#G-b').selectOption('rtx4090');
    equal(new URL(page.url()).search, '?a=nvidia-h200&b=rtx4090', 'address');
    if ((await cells(page)).join() === wanted.join()) throw new Error('nothing changed');
    await page.locator('#G-a').selectOption('rtx4090');
    equal(await page.locator('#G-compare-status').textContent(), 'Choose two different cards.', 'one card twice');
    equal(errors, [], 'errors');
    await context.close();
  });

  await test('the list of cards sorts by each column, both ways', async () => {
    const { context, page, errors } = await open('/cards/');
    const head = page.locator('#G-reported ~ table .sort', { hasText: 'DRAM, rated' });
    const rates = () => page.locator('#G-reported ~ table tbody tr').evaluateAll((rows) => rows.map((row) => Number(row.cells[6].dataset.sort)));
    const sorted = (await rates()).sort((a, b) => a - b);
    await head.click();
    equal(await rates(), sorted, 'ascending');
    await head.press('Enter');
    equal(await rates(), sorted.reverse(), 'descending');
    equal(await page.locator('#G-reported ~ table [aria-sort]').allTextContents(), ['DRAM, rated'], 'the sorted column');
    equal(errors, [], 'errors');
    await context.close();
  });
}
