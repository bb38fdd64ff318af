import { makeIndex } from './search-index.js';

const { root } = document.documentElement.dataset;
const MOST = 20;

/** Loads what can be found, when somebody searches for the first time. */
const load = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}assets/sections.js`;
    script.addEventListener('load', () => resolve(globalThis.diptychSections));
    script.addEventListener('error', () => reject(new Error('The list of sections cannot be loaded')));
    document.head.append(script);
  });

/** The text around the first word that was found. */
function excerptOf(text, terms) {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - 40);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const shown = text.slice(from, from + 160);
  const isWhole = from + shown.length === text.length;
  return `${from > 0 ? '… ' : ''}${isWhole ? shown : shown.replace(/ \S*$/, ' …')}`;
}

/** The text with the words that were found marked. */
function marked(text, terms) {
  const words = terms.map((term) => RegExp.escape(term)).join('|');
  const parts = words ? text.split(new RegExp(`(${words})`, 'gi')) : [text];
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

function element(tag, className, ...contents) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...contents);
  return made;
}

function resultOf({ place, anchor, page, heading, text, terms }, number) {
  const link = element('a', 'result');
  link.href = `${root}${place}#${anchor}`;
  link.id = `result-${number}`;
  link.role = 'option';
  link.tabIndex = -1;
  const title =
    heading === page ? marked(page, terms) : [...marked(heading, terms), ' ', element('small', '', page)];
  link.append(element('strong', '', ...title), element('span', '', ...marked(excerptOf(text, terms), terms)));
  return link;
}

function dialog() {
  const input = element('input', '');
  Object.assign(input, { type: 'search', role: 'combobox', placeholder: 'Search the documentation' });
  const list = element('div', 'results');
  list.id = 'results';
  list.role = 'listbox';
  list.ariaLabel = 'Results';
  const status = element('p', 'status');
  status.role = 'status';
  for (const [name, value] of Object.entries({
    'aria-label': 'Search the documentation',
    'aria-controls': 'results',
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  }))
    input.setAttribute(name, value);
  const close = element('button', 'close', 'Close');
  close.type = 'button';
  const box = element('dialog', 'search', element('div', 'field', input, close), status, list);
  box.ariaLabel = 'Search';
  document.body.append(box);
  close.addEventListener('click', () => box.close());
  box.addEventListener('click', ({ target }) => target === box && box.close());
  return { box, input, list, status };
}

function makeSearch() {
  const { box, input, list, status } = dialog();
  const index = load().then(makeIndex);
  let chosen = 0;

  function choose(next) {
    const results = [...list.children];
    chosen = results.length === 0 ? 0 : (next + results.length) % results.length;
    for (const [number, result] of results.entries()) result.ariaSelected = String(number === chosen);
    results[chosen]?.scrollIntoView({ block: 'nearest' });
    if (results.length > 0) input.setAttribute('aria-activedescendant', results[chosen].id);
    else input.removeAttribute('aria-activedescendant');
  }

  async function search() {
    const text = input.value;
    const find = await index;
    // The text may have changed while the index was made.
    if (text !== input.value) return;
    const found = text.trim() === '' ? [] : find(text);
    list.replaceChildren(...found.slice(0, MOST).map(resultOf));
    status.textContent =
      text.trim() === '' ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found`;
    choose(0);
  }

  input.addEventListener('input', () => {
    search().catch((error) => {
      status.textContent = error.message;
    });
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(chosen + step);
    else if (event.key === 'Enter') list.children[chosen]?.click();
    else return;
    event.preventDefault();
  });
  // A result on this page does not load another one.
  list.addEventListener('click', () => box.close());
  return () => {
    box.showModal();
    input.select();
  };
}

const isTyping = ({ target }) => target.closest?.('input, select, textarea, dialog') !== null;

/** The search opens with its button, with / and with Ctrl+K. */
export function startSearch() {
  const button = document.querySelector('.search-button');
  let open;
  const start = () => {
    open ??= makeSearch();
    open();
  };
  button.hidden = false;
  button.addEventListener('click', start);
  addEventListener('keydown', (event) => {
    const asks =
      (event.key === '/' && !isTyping(event)) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!asks) return;
    event.preventDefault();
    start();
  });
}
