// Changes the drawing of the pipes for another prediction: the geometry of gen/render/pipes.c.
const LANE = 8, PERIOD = 18, THIN = 12, LEAST = 2, UNKNOWN = 24;
const RATE_LEAST = 1e11, RATE_DECADES = 4;
const SPEED = 72; // pixels a second of a level that is fully used

const rounded = (number) => number.toFixed(2);

// What stays as it is is left alone: the browser would lay it out and paint it again.
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Packets run in lanes next to each other, as many as fit; in a thin pipe there is one.
function lanes(wide, centre, thick, from, length) {
  const count = thick < THIN ? 1 : Math.floor(thick / LANE), step = thick / count;
  let path = '';
  for (let i = 0; i < count; i++) {
    const across = rounded(centre - thick / 2 + step * (i + 0.5)), begin = from - PERIOD - ((i * 7) % PERIOD);
    path += wide ? `M${begin} ${across}H${from + length}` : `M${across} ${begin}V${from + length}`;
  }
  return path;
}

function drawLevel(group, of, svg) {
  const body = group.querySelector('.pipe-body'), packets = group.querySelector('.packets');
  if (!body) return;
  const wide = svg.classList.contains('svg-wide');
  const full = Number(svg.dataset.full), centre = Number(svg.dataset.centre);
  const unknown = Number.isNaN(of.rate);
  const thick = unknown ? UNKNOWN : Math.max(LEAST, full * Math.log10(of.rate / RATE_LEAST) / RATE_DECADES);
  const from = Number(body.getAttribute(wide ? 'x' : 'y'));
  const length = Number(body.getAttribute(wide ? 'width' : 'height'));
  set(body, wide ? 'y' : 'x', rounded(centre - thick / 2));
  set(body, wide ? 'height' : 'width', rounded(thick));
  set(packets, 'd', lanes(wide, centre, thick, from, length));
  set(packets, 'stroke-width', rounded(thick < THIN ? Math.min(thick, 4) : 3));
  const pace = of.busy > 0 ? `${PERIOD / SPEED / of.busy}s` : '';
  if (packets.style.animationDuration !== pace) packets.style.animationDuration = pace;
  group.classList.toggle('unknown', unknown);
  group.classList.toggle('idle', unknown || of.amount === 0);
  group.classList.toggle('still', !(of.busy > 0));
}

// shown: title, description, bound (a level's name or ''), level: name -> {amount, rate, busy, …Text}
export function drawPipes(figure, shown) {
  for (const svg of figure.querySelectorAll('svg.pipes')) {
    say(svg.querySelector('title'), shown.title);
    say(svg.querySelector('desc'), shown.description);
    for (const group of svg.querySelectorAll('.pipe')) {
      const name = group.dataset.level, of = shown.level[name];
      drawLevel(group, of, svg);
      group.classList.toggle('bound', shown.bound === name);
      say(group.querySelector('.rate'), of.rateText);
      say(group.querySelector('.busy'), of.busyText);
      say(group.querySelector('.mark'), shown.bound === name ? 'the bound' : '');
    }
  }
}
