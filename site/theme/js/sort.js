// Tables that a reader may sort: a click on a head sorts by its column, a second one the other way round.
// Cells without a value stay at the end.

const key = (row, column) => {
  const cell = row.cells[column];
  const number = cell.dataset.sort ?? cell.textContent.trim();
  return number === '' ? null : Number.isNaN(Number(number)) ? number : Number(number);
};

function order(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
}

function sort(table, column, head) {
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of head.parentElement.cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [key(row, column), row]);
  rows.sort(([a], [b]) => (down && a !== null && b !== null ? -order(a, b) : order(a, b)));
  body.append(...rows.map(([, row]) => row));
}

function look() {
  for (const table of document.querySelectorAll('table.sortable')) {
    if (table.tBodies[0].rows.length < 2 || table.querySelector('.sort')) continue;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.append(...head.childNodes);
      button.addEventListener('click', () => sort(table, column, head));
      head.append(button);
    });
  }
}
look();
document.addEventListener('pagechange', look); // own.js has put the reader's card among the others
