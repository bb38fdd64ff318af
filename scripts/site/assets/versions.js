const { root, version, place } = document.documentElement.dataset;

const option = (name) => new Option(name, name, name === version, name === version);

/** Where a version has this page; otherwise its start page. */
const addressIn = ({ version: other, pages }) =>
  `${root}../${other}/${pages.includes(place) ? place : 'index.html'}`;

function notice(newest) {
  const paragraph = document.querySelector('.notice');
  const link = document.createElement('a');
  link.href = addressIn(newest);
  link.textContent = `Version ${newest.version}`;
  const text =
    version === 'next' ? 'This page describes what is not released yet. ' : 'There is a newer version. ';
  paragraph.append(text, link);
  paragraph.hidden = false;
}

/** Lists the versions. The list is beside the versions, so old pages name new versions. */
export function startVersions() {
  const versions = globalThis.diptychVersions ?? [];
  if (versions.length < 2) return;
  const label = document.querySelector('.versions');
  const select = label.querySelector('select');
  select.append(...versions.map(({ version: name }) => option(name)));
  select.addEventListener('change', () => {
    location.href = addressIn(versions[select.selectedIndex]);
  });
  label.hidden = false;
  const newest = versions.find(({ version: name }) => name !== 'next');
  if (newest.version !== version) notice(newest);
}
