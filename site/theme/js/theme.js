// Runs before anything is painted, so that a chosen theme never flashes by. What needs scripts is shown from here on.
(() => {
  'use strict';
  const root = document.documentElement;
  let chosen = null;
  try { chosen = localStorage.getItem('theme'); } catch { /* storage may be refused */ }
  root.classList.add('scripted');
  if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
})();
