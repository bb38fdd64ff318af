import { resolve } from 'diptych/resolve';
import { findAd } from './mediation.js';
import { simulatedNetworks } from './networks.js';
import { currentSnapshot } from './snapshots.js';

const SNAPSHOT = new URLSearchParams(location.search).get('snapshot') ?? 'snapshot.json';
const UNIT = 'diptych.unit';

const find = (id) => document.getElementById(id);
const form = find('request');

let snapshot;
let refreshTimer;
/** Whether lines have an ad, by their keys. At first only your own network has one. */
const ads = new Map();

function element(name, attributes, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

const keyOf = (line) => line.id ?? 'own network';
const isOwn = (line) => line.kind === 'NETWORK';
const hasAd = (line) => ads.get(keyOf(line)) ?? isOwn(line);
const dollars = (micros) => `$${(Number(micros) / 1e6).toFixed(2)}`;

/** A random id that the app makes once. It stays on the device. */
function unit(renew = false) {
  const kept = renew ? null : localStorage.getItem(UNIT);
  const id = kept ?? crypto.randomUUID();
  localStorage.setItem(UNIT, id);
  return id;
}

function resolution() {
  const { adUnitId, country, platform, idfa } = Object.fromEntries(new FormData(form));
  const known = { ...(country && { country: country.toUpperCase() }), ...(idfa && { idfa }) };
  return resolve(snapshot, { adUnitId, platform, ...known, unit: unit() });
}

function lineItem(line) {
  const name = isOwn(line)
    ? 'Your own network'
    : (line.adapter?.className ?? line.adSourceId).split('.').pop();
  const price = line.cpmMicros === undefined ? 'no price' : dollars(line.cpmMicros);
  const box = element('input', { type: 'checkbox', checked: hasAd(line) });
  box.addEventListener('change', () => ads.set(keyOf(line), box.checked));
  const item = element(
    'li',
    {},
    element(
      'div',
      {},
      element('strong', { textContent: name }),
      element('div', { className: 'facts', textContent: `${line.kind}, ${price}` }),
    ),
    element('label', {}, box, 'has an ad'),
    element('div', { className: 'outcome' }),
  );
  item.dataset.line = keyOf(line);
  return item;
}

function showLines() {
  if (!snapshot) return;
  const { mediationGroupId, experiment, bidding, waterfall } = resolution();
  const group = mediationGroupId
    ? `Group ${mediationGroupId}`
    : 'No group matches: your own network serves alone';
  const variant = experiment
    ? `, experiment ${experiment.id}: ${experiment.variant}, slot ${experiment.slot}`
    : '';
  find('group').textContent = `${group}${variant}.`;
  find('lines').replaceChildren(...[...bidding, ...waterfall].map(lineItem));
  find('unit').textContent = unit();
}

function showSnapshot(note) {
  find('snapshot-status').textContent = note;
  find('show').disabled = snapshot === undefined;
  if (!snapshot) return;
  const facts = {
    'Ad units': Object.keys(snapshot.adUnits).length,
    'Refresh after': `${snapshot.refreshSeconds} s`,
  };
  find('snapshot-facts').replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => [
      element('dt', { textContent: name }),
      element('dd', { textContent: value }),
    ]),
  );
  const select = form.elements.namedItem('adUnitId');
  const chosen = select.value;
  select.replaceChildren(
    ...Object.keys(snapshot.adUnits).map((id) => element('option', { textContent: id })),
  );
  if (Object.hasOwn(snapshot.adUnits, chosen)) select.value = chosen;
  showLines();
}

async function refresh() {
  clearTimeout(refreshTimer);
  const current = await currentSnapshot(SNAPSHOT);
  snapshot = current.snapshot ?? snapshot;
  showSnapshot(current.note);
  refreshTimer = setTimeout(() => void refresh(), (snapshot?.refreshSeconds ?? 60) * 1000);
}

async function showAd() {
  const asked = resolution();
  showLines();
  find('show').disabled = true;
  const found = await findAd(asked, simulatedNetworks(hasAd), (line, outcome) => {
    const item = find('lines').querySelector(`[data-line="${keyOf(line)}"]`);
    item.dataset.outcome = outcome;
    item.querySelector('.outcome').textContent = outcome;
  });
  find('ad').textContent = found ? found.ad.text : 'No network had an ad.';
  find('ad').classList.toggle('filled', found !== undefined);
  find('show').disabled = false;
}

form.addEventListener('input', showLines);
form.addEventListener('submit', (event) => event.preventDefault());
find('refresh').addEventListener('click', () => void refresh());
find('show').addEventListener('click', () => void showAd());
find('new-unit').addEventListener('click', () => {
  unit(true);
  showLines();
});

await refresh();
