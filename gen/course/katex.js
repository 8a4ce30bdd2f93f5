// Formulas for the pages: reads [{tex, display, name}] as JSON from standard input and answers, for
// each, {set, width}, {fault} or {error, before}; what these are stands in katex.h. The one argument
// is the path of KaTeX. In ASCII, since it becomes part of the program.
const fs = require('fs');

// ---- what of KaTeX's MathML may stand on a page ---------------------------------------------------

const words = (list) => new Set(list.split(' '));
const elements = words('math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder ' +
  'mover munderover mtable mtr mtd mstyle mpadded mphantom');
const attributes = words('display stretchy fence separator accent accentunder lspace rspace minsize ' +
  'maxsize largeop movablelimits symmetric linethickness width height depth voffset scriptlevel ' +
  'displaystyle');
const dropped = words('xmlns rowspacing columnspacing');
const stacks = words('mfrac munder mover munderover mtable');
const scripts = words('msub msup msubsup munder mover munderover');
const rows = words('mrow mtd mstyle msqrt math');

// Unicode's mathematical alphabets: where A, a, 0, capital and small alpha stand in each.
const alphabets = {
  'bold': [0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2],
  'italic': [0x1D434, 0x1D44E, 0, 0x1D6E2, 0x1D6FC],
  'bold-italic': [0x1D468, 0x1D482, 0, 0x1D71C, 0x1D736],
  'double-struck': [0x1D538, 0x1D552, 0x1D7D8],
  'script': [0x1D49C, 0x1D4B6],
  'fraktur': [0x1D504, 0x1D51E],
  'sans-serif': [0x1D5A0, 0x1D5BA, 0x1D7E2],
  'monospace': [0x1D670, 0x1D68A, 0x1D7F6],
};
const ranges = [['A', 'Z'], ['a', 'z'], ['0', '9'], ['\u0391', '\u03A9'], ['\u03B1', '\u03C9']];
// These letters had a place in Unicode before the alphabets came.
const older = {
  0x1D455: 0x210E, 0x1D49D: 0x212C, 0x1D4A0: 0x2130, 0x1D4A1: 0x2131, 0x1D4A3: 0x210B,
  0x1D4A4: 0x2110, 0x1D4A7: 0x2112, 0x1D4A8: 0x2133, 0x1D4AD: 0x211B, 0x1D4BA: 0x212F,
  0x1D4BC: 0x210A, 0x1D4C4: 0x2134, 0x1D506: 0x212D, 0x1D50B: 0x210C, 0x1D50C: 0x2111,
  0x1D515: 0x211C, 0x1D51D: 0x2128, 0x1D53A: 0x2102, 0x1D53F: 0x210D, 0x1D545: 0x2115,
  0x1D547: 0x2119, 0x1D548: 0x211A, 0x1D549: 0x211D, 0x1D551: 0x2124,
};

function letter(variant, char) {
  const range = ranges.findIndex(([from, to]) => char >= from && char <= to);
  const base = range >= 0 && (alphabets[variant] || [])[range];
  if (!base || char.length > 1) return char;
  const code = base + char.codePointAt(0) - ranges[range][0].codePointAt(0);
  return String.fromCodePoint(older[code] || code);
}

const refuse = (fault) => { throw { fault }; };

// Browsers draw mathvariant no more: it becomes letters, and of set text a class.
function variantOf(value, element) {
  if (element.name !== 'mtext') {
    if (value === 'normal') return ' mathvariant="normal"';
    element.variant = value;
    return '';
  }
  const classes = { normal: '', bold: 'bold', italic: 'italic', monospace: 'mono' }[value];
  return classes === '' ? '' : ` class="${classes || 'bold italic'}"`;
}

function attribute(name, value, element) {
  if (name === 'mathvariant') return variantOf(value, element);
  if (name === 'columnalign') {
    element.align = value.split(' ');
    return '';
  }
  if (attributes.has(name) && !value.includes('%')) return ` ${name}="${value}"`;
  if (name === 'columnlines' || name === 'rowlines')
    return /solid|dashed/.test(value) ? refuse('lines in a table') : '';
  return dropped.has(name) ? '' : refuse(`the attribute ${name}`);
}

// KaTeX writes every tag and quotes every attribute, so that its markup falls into tags and text.
function fit(markup, name) {
  const part = /<annotation [^]*?<\/annotation>|<[^>]*>|[^<]+/g;
  const character = new RegExp(`${name}(\\d+)\\.|&[^;]*;|[^]`, 'gu');
  const open = [{ name: '', width: 0, widest: 0 }];
  let out = '';
  const last = () => open[open.length - 1];

  function addText(text) {
    const element = last();
    let width = 0;
    out += text.replace(character, (all, number) => {
      if (number) return `\x01${number}\x01`;
      const hidden = all >= '\u2060' && all <= '\u2064';
      if (hidden) element.width = 0;
      else width++;
      return letter(element.variant, all);
    });
    element.width += width;
  }

  // A function and what it is applied to stand apart, as in TeX, but not before a parenthesis.
  // Browsers give no room to the invisible operator between them.
  function apply(element) {
    const around = last(), rest = markup.slice(part.lastIndex, part.lastIndex + 20);
    if (!element.function && !out.endsWith('<mo>\u2061</mo>')) return;
    around.function = scripts.has(around.name) || around.name === 'mrow';
    if (rows.has(around.name) && !/^<(\/|mo|mrow><mo fence)/.test(rest))
      out += '<mspace width="0.1667em"></mspace>';
  }

  function close() {
    const element = open.pop(), around = last();
    const width = stacks.has(element.name) ? element.widest : element.width;
    out += `</${element.name}>`;
    around.width += width;
    around.widest = Math.max(around.widest, width);
    apply(element);
  }

  function start(tag) {
    const element = { name: tag.match(/[^\s/>]+/)[0].slice(1), widest: 0, column: 0 };
    if (!elements.has(element.name)) refuse(`the element ${element.name}`);
    if (open.length > 200) refuse('more than 200 elements in one another');
    if (last().name === 'mrow') last().function = false;
    // Around an operator that is no parenthesis there is room for about another letter.
    element.width = element.name === 'mspace' || tag === '<mo>' ? 1 : 0;
    out += `<${element.name}`;
    for (const [, key, value] of tag.matchAll(/ ([^\s=]+) ?="([^"]*)"/g))
      out += attribute(key, value, element);
    if (element.name === 'mtd') {
      const row = last(), table = open[open.length - 2];
      const side = { left: 'left', right: 'right' }[(table.align || [])[row.column++]];
      out += side ? ` class="${side}"` : '';
    }
    out += '>';
    open.push(element);
    if (tag.endsWith('/>')) close();
  }

  part.lastIndex = markup.indexOf('<math');
  for (let match; (match = part.exec(markup));) {
    const [text] = match;
    if (text.startsWith('<annotation ')) out += '\x02';
    else if (text === '<semantics>' || text === '</semantics>') out += text;
    else if (text.startsWith('</')) close();
    else if (text.startsWith('<')) start(text);
    else addText(text);
    if (text === '</math>') break;
  }
  return { set: out, width: open[0].width };
}

// ---- KaTeX ----------------------------------------------------------------------------------------

function answer(value) {
  let bytes = Buffer.from(JSON.stringify(value));
  while (bytes.length) {
    try { bytes = bytes.subarray(fs.writeSync(1, bytes)); }
    catch (e) { if (e.code !== 'EAGAIN') throw e; }
  }
}

const trust = (c) => { throw { message: `${c.command} is not for these pages`, command: c.command }; };
const say = (text) => text.replace(/^KaTeX parse error: /, '')
  .replace(/^LaTeX-incompatible input and strict mode is set to 'error': /, '')
  .replace(/ at (position \d+|end of input): [^]*$/, '').replace(/ \[\w+\]$/, '');

// KaTeX counts in units of UTF-16: what stands before the mistake is sent back, so that bytes can be
// counted there. Commands that it does not trust come without a place.
function mistake(tex, e) {
  let error = say(String(e.message)), at = e.command ? tex.indexOf(e.command) : e.position;
  if (error.startsWith('% comment')) {
    at = tex.search(/(?<!\\)%/);
    error = 'this is a comment; a percent sign is written \\%';
  }
  return { error, before: at > 0 ? tex.slice(0, at) : '' };
}

function setOne(katex, { tex, display, name }) {
  try {
    return fit(katex.renderToString(tex, { displayMode: display, output: 'mathml',
      throwOnError: true, strict: 'error', trust, maxExpand: 100, maxSize: 20 }), name);
  } catch (e) {
    return e.fault ? e : mistake(tex, e);
  }
}

function main(path) {
  let katex;
  try {
    katex = require(path);
    katex.renderToString('a');
  } catch (e) {
    return answer({ missing: path });
  }
  answer(JSON.parse(fs.readFileSync(0, 'utf8')).map((formula) => setOne(katex, formula)));
}

main(process.argv[1]);
