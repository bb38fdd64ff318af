// Where the project lives, for the package.json of the package. The project names no address: who makes the release knows it.
import { readFileSync, writeFileSync } from 'node:fs';

/** The members of package.json, by the name of the option and of the variable RELEASE_<NAME>. */
const MEMBERS = {
  repository: (url) => ({ type: 'git', url }),
  homepage: (url) => url,
  bugs: (url) => ({ url }),
};

export const ADDRESS_OPTIONS = Object.fromEntries(
  Object.keys(MEMBERS).map((name) => [name, { type: 'string' }]),
);

const isAddress = (text) => /^https:\/\/[^\s/]+/.test(text) && URL.canParse(text);

/** The addresses of the options or else of the variables, and those that are none. */
export function addressesOf(options, environment) {
  const given = Object.keys(MEMBERS)
    .map((name) => [name, options[name] ?? environment[`RELEASE_${name.toUpperCase()}`]])
    .filter(([, url]) => url !== undefined && url !== '');
  const wrong = given.filter(([, url]) => !isAddress(url)).map(([name]) => name);
  return { addresses: Object.fromEntries(given), wrong };
}

/** Writes the addresses into the manifest while `work` runs. A process that ends before writes it back too. */
export function withAddresses(path, addresses, work) {
  if (Object.keys(addresses).length === 0) return work();
  const text = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, text);
  // A signal ends the tool that runs, and then this process.
  const wait = () => {};
  process.on('exit', restore);
  process.on('SIGINT', wait);
  const members = Object.entries(addresses).map(([name, url]) => [name, MEMBERS[name](url)]);
  const manifest = { ...JSON.parse(text), ...Object.fromEntries(members) };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  try {
    return work();
  } finally {
    restore();
    process.off('exit', restore);
    process.off('SIGINT', wait);
  }
}
