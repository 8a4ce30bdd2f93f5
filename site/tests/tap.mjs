// Prints TAP: `await test('name', async () => { … })`; a thrown error fails the test.
let number = 0, failed = 0;

export async function test(name, body) {
  number += 1;
  try {
    await body();
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${number} - ${name}`);
    for (const line of String(error?.message ?? error).split('\n').slice(0, 40)) console.log(`# ${line}`);
  }
}

export function finish() {
  console.log(`1..${number}`);
  process.exitCode = failed ? 1 : 0;
}

export function equal(got, want, what = 'value') {
  const a = JSON.stringify(got), b = JSON.stringify(want);
  if (a !== b) throw new Error(`${what}: got ${a}, want ${b}`);
}
