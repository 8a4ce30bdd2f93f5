// The client of serve.test: the working directory is a small repository.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const { test, finish, equal } = await import(process.env.TAP);
const gen = process.env.GEN, today = ['--today', '2026-11-29'];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const read = (path) => readFileSync(path, 'utf8');

function start() {
  const child = spawn(gen, ['serve', '--port', '18000', ...today], { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = { child, said: '', ended: new Promise((done) => child.on('exit', (code) => done(code))) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => { server.said += data; });
  server.port = new Promise((done) => child.stdout.on('data', () => {
    const port = /localhost:(\d+)/.exec(server.said)?.[1];
    if (port) done(Number(port));
  }));
  return server;
}
const server = start(), port = await server.port;

// One request as bytes; the answer as text. `end`: how long to wait for one.
function raw(bytes, end = 5000) {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1'), parts = [];
    const timer = setTimeout(() => { socket.destroy(); fail(new Error(`no answer to ${JSON.stringify(bytes.slice(0, 60))}`)); }, end);
    socket.on('data', (data) => parts.push(data)).on('error', fail)
      .on('close', () => { clearTimeout(timer); done(Buffer.concat(parts).toString('latin1')); });
    socket.write(bytes);
  });
}
const request = (path, { method = 'GET', host = `localhost:${port}`, more = '' } = {}) =>
  raw(`${method} ${path} HTTP/1.1\r\n${host === null ? '' : `Host: ${host}\r\n`}${more}Connection: close\r\n\r\n`);
const status = (answer) => Number(answer.slice(9, 12));
const fetched = async (path) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, text: await answer.text() };
};
const page = async (path) => (await fetched(path)).text.replace(/<script src="\/-\/reload\.js".*<\/script>\n/, '');
const ask = async (query) => (await fetch(`http://127.0.0.1:${port}/-/state?page=/&missing=&${query}`, { signal: AbortSignal.timeout(8000) })).json();

let build = 0;
async function news() { // of the next build
  const state = await ask(`from=${1e15}&seen=${build}`);
  if (state.build === build) return news();
  build = state.build;
  return state;
}
async function until(holds, what) {
  for (let i = 0, state; ; i++) {
    state = await news().catch((error) => { throw new Error(`${what}: ${error.message}`); });
    if (await holds(state)) return state;
    if (i === 5) throw new Error(`${what}: ${JSON.stringify(state).slice(0, 600)}`);
  }
}
await until((state) => !state.errors && !state.ended, 'the first build');

// ---- who may ask, and for what ------------------------------------------------------------------

await test('the next free port is taken, and named', async () => {
  const other = start();
  const second = await other.port;
  other.child.kill('SIGTERM');
  equal(await other.ended, 0, 'status');
  if (second === port) throw new Error(`${second} twice`);
});

await test('a host that is not this machine is refused', async () => {
  for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
    equal(status(await request('/', { host })), 200, host);
  for (const host of [null, '', 'localhost', 'evil.example', `evil.example:${port}`, `localhost:${port + 1}`,
    `localhost:${port}.evil.example`, `localhost:${port}@evil.example`, `127.0.0.2:${port}`, `x.localhost:${port}`])
    if (![400, 403].includes(status(await request('/', { host })))) throw new Error(`${host} was answered`);
});

await test('GET and HEAD only; a body says nothing', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'BREW'])
    equal(status(await request('/', { method, more: 'Content-Length: 3\r\n' })), 405, method);
  const head = await request('/', { method: 'HEAD' });
  equal([status(head), head.split('\r\n\r\n')[1]], [200, ''], 'HEAD');
  equal(status(await raw(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc`)), 200, 'a body');
});

await test('no path leads out of the site', async () => {
  symlinkSync('/etc', 'site/review-link');
  for (const path of ['/../content/site.yaml', '/%2e%2e/content/site.yaml', '/..%2fcontent/site.yaml', '/%252e%252e/content/site.yaml',
    '/..%5ccontent', '//etc/passwd', '/etc/passwd', '/assets/../../content/site.yaml', '/%00', '/glossary/words/index.html%00.css',
    '/glossary/words/%0d%0aX:%201', '/review-link/passwd', '/%ff', '/%', '/%4', '/-/', '/-/reload.js/x', `/${'a'.repeat(3000)}`, '/assets/', '/assets', '/glossary/words/index.html/']) {
    const answer = await request(path);
    if (![400, 404, 414].includes(status(answer)) || /home-card|root:/.test(answer)) throw new Error(`${path}: ${answer.slice(0, 200)}`);
  }
  for (const line of [`GET http://evil.example/ HTTP/1.1`, 'GET content/site.yaml HTTP/1.1', 'GET', '\0\0\0', `GET /${'x'.repeat(1 << 17)} HTTP/1.1`]) {
    const answer = await raw(`${line}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`, 15000).catch((error) => { if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error; return ''; });
    if (answer && ![400, 404, 414, 431].includes(status(answer))) throw new Error(`${line.slice(0, 40)}: ${answer.slice(0, 100)}`);
  }
  const sent = await request('/glossary/words');
  equal([status(sent), /^Location: (.*)\r$/m.exec(sent)[1]], [301, '/glossary/words/'], 'a folder without its slash');
});

await test('every file has its type, and is not guessed to be another', async () => {
  for (const [path, type] of [['/', 'text/html; charset=utf-8'], ['/assets/site.css', 'text/css; charset=utf-8'], ['/assets/js/review.js', 'text/javascript; charset=utf-8'],
    ['/cards/kit-card/kit-card.json', 'application/json'], ['/robots.txt', 'text/plain; charset=utf-8'], ['/-/reload.js', 'text/javascript; charset=utf-8']]) {
    const answer = await request(path);
    equal([/^Content-Type: (.*)\r$/m.exec(answer)[1], /nosniff/.test(answer)], [type, true], path);
  }
  const tag = /^ETag: (.*)\r$/m.exec(await request('/assets/site.css'))[1];
  equal(status(await request('/assets/site.css', { more: `If-None-Match: ${tag}\r\n` })), 304, 'asked again');
});

// ---- what changes -------------------------------------------------------------------------------

const words = 'content/glossary/words.md', original = read(words);
const errors = (state) => state.errors > 0 && state.mistakes.length === state.errors && state.mistakes.every((mistake) => mistake.path && mistake.message);

await test('a page that was saved is shown, also by an editor that renames, and only it is reloaded', async () => {
  const from = build;
  writeFileSync(words, original.replace('It copies fast.', 'It copies well.'));
  await until(async () => /It copies well\./.test(await page('/glossary/words/')), 'written in place');
  writeFileSync('content/glossary/.words.md.swp', original.replace('It copies fast.', 'It copies quickly.'));
  renameSync('content/glossary/.words.md.swp', words);
  await until(async () => /It copies quickly\./.test(await page('/glossary/words/')), 'renamed');
  const reloads = async (path) => (await (await fetch(`http://127.0.0.1:${port}/-/state?page=${path}&from=${from}&seen=0&missing=`)).json()).reload;
  equal([await reloads('/glossary/words/'), await reloads('/model/'), await reloads('/nowhere/')], [true, false, true], 'reload');
});

await test('each kind of mistake is told with its place, and the last good site stays', async () => {
  const before = await page('/glossary/words/');
  const card = 'measurements/kit-card.json', template = 'site/theme/templates/entry.mustache', style = readdirSync('site/theme/css').map((name) => `site/theme/css/${name}`)[0];
  const spoil = { [words]: (text) => `${text}\n{{ nothing.such }}\n\n[x](/nowhere/)\n`, [card]: (text) => text.slice(0, 900), [template]: (text) => `${text}{{#open}}\n`, [style]: () => '' };
  for (const [path, how] of Object.entries(spoil)) {
    const text = read(path);
    writeFileSync(path, how(text));
    const state = await until(errors, path);
    if (!state.mistakes.some((mistake) => mistake.path === path && mistake.line)) throw new Error(`${path}: ${JSON.stringify(state.mistakes)}`);
    equal([await page('/glossary/words/'), path === words ? state.errors >= 2 : true], [before, true], path);
    writeFileSync(path, text);
    await until((now) => !now.errors, `${path} again`);
  }
  for (const folder of ['content', 'content/glossary', 'measurements', 'site/theme', 'site/theme/templates']) {
    renameSync(folder, 'away');
    await until((state) => errors(state) || folder === 'content/glossary', folder);
    renameSync('away', folder);
    await until((now) => !now.errors, `${folder} again`);
  }
  equal(await page('/glossary/words/'), before, 'in the end');
  if (!/words\.md:\d+:\d+: error: /.test(server.said)) throw new Error('nothing on the terminal');
});

await test('a builder that dies is told of, and another one takes its place', async () => {
  const [child] = read(`/proc/${server.child.pid}/task/${server.child.pid}/children`).split(' ');
  process.kill(Number(child), 'SIGSEGV');
  equal((await until((state) => state.ended, 'killed')).ended.slice(0, 9), 'signal 11', 'how it ended');
  equal((await fetched('/glossary/words/')).status, 200, 'meanwhile');
  writeFileSync(words, original);
  await until(async (state) => !state.ended && /It copies fast\./.test(await page('/glossary/words/')), 'after that');
});

// ---- the same as a clean build ------------------------------------------------------------------

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? files(join(folder, entry.name)) : entry.name.startsWith('.') ? [] : [join(folder, entry.name)]);
async function difference(state) {
  const run = spawnSync(gen, ['build', '--drafts', '--format=json', ...today], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const wrong = JSON.parse(run.stdout).diagnostics.filter(({ severity }) => severity === 'error');
  if (wrong.length || state.errors) return JSON.stringify(wrong) === JSON.stringify(state.mistakes) ? '' : `${run.stdout}\n${JSON.stringify(state)}`;
  for (const file of files('site/review')) {
    const path = file.slice('site/review'.length).replace(/index\.html$/, '');
    const shown = path.endsWith('.html') || path.endsWith('/') ? await page(path) : (await fetched(path)).text;
    if (shown !== read(file)) return file;
  }
  return '';
}

const edits = Number(process.env.EDITS ?? 12);
await test(`what is shown is what a clean build writes, after each of ${edits} edits at random`, async () => {
  let seed = Number(process.env.SEED ?? 1);
  const random = (count) => { seed = (seed * 48271) % 2147483647; return seed % count; };
  const pick = (list) => list[random(list.length)];
  const pages = () => readdirSync('content/glossary').filter((name) => name.endsWith('.md')).map((name) => `content/glossary/${name}`);
  const change = (path, from, to) => writeFileSync(path, read(path).replace(from, to));
  const kinds = {
    text: () => change(pick(pages()), /\n$/, `\nMore words, ${random(1e6)}.\n`),
    title: () => change(pick(pages()), /^title: .*/m, `title: Words ${random(1e6)}`),
    summary: () => change(pick(pages()), /^summary: .*/m, `summary: A sentence of ${random(1e6)} words.`),
    heading: () => change(pick(pages()), /\n$/, `\n## Heading ${random(3)}\n\nBelow it.\n`),
    link: () => change(pick(pages()), /\n$/, `\nSee [there](/glossary/${pick(['words', 'added-1', 'emptied', 'added-2'])}/${pick(['', '#heading-1'])}).\n`),
    value: () => change(pick(pages()), /\n$/, `\nAt {{ copy.rate[copy] / ${1 + random(9)} }}, {{ claim copy.rate[copy] > ${random(400)} GB/s }}fast{{ else }}slow{{ end }}.\n`),
    formula: () => change(pick(pages()), /\n$/, `\nAs $x_{${random(50)}} + 1$.\n`),
    mistake: () => change(pick(pages()), /\n$/, '\n{{ copy.rat[copy] }}\n'),
    remove: () => rmSync(pick(pages().filter((path) => /added/.test(path)).concat('nothing')), { force: true }),
    add: () => writeFileSync(`content/glossary/added-${1 + random(2)}.md`, original.replace(/^(title|term): .*/gm, `$1: Added ${random(1e6)}`)),
    sign: () => { const at = pick(pages()); writeFileSync(at.replace('.md', '.signed'), `not a signature ${random(1e6)}\n`); },
    byline: () => change(pick(pages()), /^ {2}author: .*/m, `  author: ${pick(['Ada Lovelace', 'pending', 'Grace Hopper'])}`),
    order: () => change(pick(pages()), /^kind: .*\n(order: .*\n)?/m, `kind: glossary\norder: ${1 + random(9)}\n`),
    measure: () => change('measurements/kit-card.json', pick([/"value": 4\d{6}/, /"value": 65\d\d\d/]), (value) => value.slice(0, -3) + (100 + random(900))),
    template: () => change('site/theme/templates/foot.mustache', /\n$/, `\n<!-- ${random(1e6)} -->\n`),
    words: () => change('content/site.yaml', /^title: .*/m, `title: Course ${random(1e6)}`),
    style: () => change('site/theme/css/' + readdirSync('site/theme/css')[0], /\n$/, `\n/* ${random(1e6)} */\n`),
    region: () => change('kernels/stride.cu', '// region: strided\n', `// region: strided\n// ${random(1e6)}\n`),
    code: () => change(pick(pages()), /\n$/, `\n\`\`\`cuda from=kernels/stride.cu#strided\n\`\`\`\n`),
  };
  const list = Object.keys(kinds);
  const inputs = () => new Map(['content', 'measurements', 'kernels', 'site/theme'].flatMap(files).map((path) => [path, read(path)]));
  const done = [];
  let good = 0, sound = inputs();
  for (let i = 0; i < edits; i++) {
    const kind = edits > list.length ? pick(list) : list[(i * 7 + seed) % list.length];
    const before = inputs();
    kinds[kind]();
    done.push(kind);
    if (JSON.stringify([...before]) === JSON.stringify([...inputs()])) continue;
    let wrong, mistakes = 0;
    await until(async (state) => { mistakes = state.errors; wrong = state.ended || await difference(state); return !wrong; }, `after ${done.slice(-8).join(', ')}`)
      .catch((error) => { throw new Error(`${error.message}\n${wrong}`); });
    good += !mistakes;
    if (!mistakes) sound = inputs();
    if (mistakes && random(3)) { // most of the time the course has none
      for (const path of inputs().keys()) if (!sound.has(path)) rmSync(path);
      for (const [path, text] of sound) if (!existsSync(path) || read(path) !== text) writeFileSync(path, text);
    }
  }
  if (good < edits / 3) throw new Error(`only ${good} had no mistakes`);
});

// ---- many, slow, and the end ---------------------------------------------------------------------

await test('a thousand connections that say nothing, or half a request, do not stop it', async () => {
  const idle = [];
  for (let i = 0; i < 1000; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    if (i % 2) socket.write('GET / HTTP/1.1\r\nHost: local');
    idle.push(socket);
  }
  for (let i = 0; i < 200; i++) // readers of a large page that never read
    idle.push(connect(port, '127.0.0.1', function () { this.pause(); this.write(`GET /cards/kit-card/ HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`); }).on('error', () => {}));
  for (let i = 0; i < 600; i++) // pages that wait for news
    idle.push(connect(port, '127.0.0.1', function () { this.write(`GET /-/state?page=/&from=${1e15}&seen=${build}&missing= HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`); }).on('error', () => {}));
  await pause(300);
  const from = Date.now();
  equal((await fetched('/glossary/words/')).status, 200, 'an answer');
  if (Date.now() - from > 2000) throw new Error(`only after ${Date.now() - from} ms`);
  for (const socket of idle) socket.destroy();
});

await test('SIGINT ends it at once, with all that it started', async () => {
  const children = read(`/proc/${server.child.pid}/task/${server.child.pid}/children`).trim().split(' ');
  fetch(`http://127.0.0.1:${port}/-/state?page=/&from=${1e15}&seen=${build}&missing=`).catch(() => {});
  await pause(100);
  const from = Date.now();
  server.child.kill('SIGINT');
  equal(await Promise.race([server.ended, pause(2000)]), 0, 'status');
  if (Date.now() - from > 1500) throw new Error(`after ${Date.now() - from} ms`);
  equal(children.filter((pid) => existsSync(`/proc/${pid}`)), [], 'left');
  equal(existsSync('site/review/.gmh-site'), true, 'only the clean builds wrote'); // its own are in memory
});

server.child.kill('SIGKILL');
finish();
