/**
 * Sends the calls of the page and shows the answers as text. It runs in the browser and uses the token that
 * the person typed; no cookie is sent.
 */
export const DOCS_SCRIPT = `'use strict';
const token = document.getElementById('token');

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const input of form.querySelectorAll('[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace('{' + input.name + '}', encodeURIComponent(input.value));
    else if (input.value === '') continue;
    else if (input.dataset.in === 'header') headers[input.name] = input.value;
    else query.append(input.name, input.value);
  }
  const text = query.toString();
  if (token.value.trim() !== '') headers.authorization = 'Bearer ' + token.value.trim();
  const area = form.querySelector('textarea');
  if (area) headers['content-type'] = 'application/json';
  const init = { method: form.dataset.verb, headers, credentials: 'omit', cache: 'no-store', redirect: 'error' };
  return [text === '' ? path : path + '?' + text, area ? { ...init, body: area.value } : init];
}

async function send(form) {
  const output = form.querySelector('output');
  const [address, init] = requestOf(form);
  if (init.method !== 'GET' && !confirm('Send ' + init.method + ' ' + address + '? It may change data.')) return;
  output.textContent = 'Waiting for the answer \\u2026';
  try {
    const response = await fetch(address, init);
    output.textContent = response.status + ' ' + response.statusText + '\\n\\n' + (await response.text());
  } catch {
    output.textContent = 'The server did not answer.';
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target);
});

function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', showTarget);
showTarget();
`;
