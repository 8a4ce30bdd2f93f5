// Narrows the index of the review edition as one types, or to one kind of page. Without it the states above
// the lists lead to each.
const nav = document.querySelector('.states');
const groups = [...document.querySelectorAll('.group')].filter((group) => group.querySelector('.desk'));
const kinds = [...new Set([...document.querySelectorAll('.desk .label')].map((label) => label.textContent))];

const form = document.createElement('form');
form.className = 'filter';
form.innerHTML = '<label>Find <input type="search" autocomplete="off"></label> <label>Kind <select><option value="">all</option></select></label> <output></output>';
const [find, kind, count] = form.querySelectorAll('input, select, output');
kind.append(...kinds.map((name) => new Option(name)));

function narrow() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const group of groups) {
    let left = 0;
    for (const page of group.querySelectorAll('.desk li')) {
      const text = page.textContent.toLowerCase();
      page.hidden = !words.every((word) => text.includes(word)) || !(!kind.value || page.querySelector('.label').textContent === kind.value);
      left += !page.hidden;
    }
    group.hidden = !left;
    shown += left;
  }
  count.textContent = words.length || kind.value ? `${shown} ${shown === 1 ? 'page' : 'pages'}` : '';
}

form.addEventListener('input', narrow);
form.addEventListener('submit', (event) => event.preventDefault());
nav.after(form);
