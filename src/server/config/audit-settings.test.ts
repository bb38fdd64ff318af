import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { loadSettings, SettingsError } from './load-settings.ts';

function problems(...anchors: readonly object[]): readonly string[] {
  try {
    loadSettings({ environment: {}, options: { 'audit.anchors': anchors } });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

const folder = { kind: 'folder', path: '/anchors' };
const authority = { kind: 'rfc3161', url: 'https://time.example/tsr', root: '/root.pem' };

it('a folder and an authority can be anchors together', () => {
  expect(problems(folder, authority, { ...authority, url: 'http://other.example' })).toEqual([]);
});

it.each<[string, readonly object[], string]>([
  ['a folder without a path', [{ kind: 'folder' }], 'needs path: kind is folder'],
  ['an authority without a URL', [{ kind: 'rfc3161', root: '/root.pem' }], 'needs url: kind is rfc3161'],
  ['an authority without a root', [{ ...authority, root: undefined }], 'needs root: kind is rfc3161'],
  ['a folder with a URL', [{ ...folder, url: authority.url }], 'has kind folder, which has no url'],
  ['an authority with a path', [{ ...authority, path: '/anchors' }], 'has kind rfc3161, which has no path'],
  ['the same folder twice', [folder, folder], 'is repeated'],
  ['a pause that is longer than half an hour', [{ ...folder, everyMinutes: 31 }], 'must be <= 30'],
  ['an unknown kind', [{ kind: 'ledger' }], 'must be one of folder, rfc3161, witness'],
])('%s is refused', (_, anchors, problem) => {
  expect(problems(...anchors)).toEqual([expect.stringContaining(problem)]);
});

it('paths in a file start at its folder', () => {
  const home = temporaryFolder('audit-settings');
  mkdirSync(join(home, 'etc'));
  const file = join(home, 'etc', 'diptych.yaml');
  const lines = [
    '{ kind: folder, path: ../anchors }',
    '{ kind: rfc3161, url: "http://a.example", root: a.pem }',
  ];
  writeFileSync(file, `audit:\n  anchors:\n${lines.map((line) => `    - ${line}\n`).join('')}`);
  const { audit } = loadSettings({ file, environment: {}, options: {} });
  expect(audit.anchors).toMatchObject([
    { path: join(home, 'anchors') },
    { url: 'http://a.example', root: join(home, 'etc', 'a.pem') },
  ]);
});
