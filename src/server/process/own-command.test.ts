import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLike, commandOn, ownCommand, packageOfNpx } from './own-command.ts';

describe('The command that runs this program', () => {
  let root: string;
  const at = (...names: readonly string[]) => join(root, ...names);
  const installed = () => at('lib/node_modules/diptych/bin/diptych.js');

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'diptych-own-command-'));
    for (const folder of ['lib/node_modules/diptych/bin', 'bin', 'other', 'node_modules/.bin', 'work'])
      mkdirSync(at(folder), { recursive: true });
    for (const file of [installed(), at('other/diptych')]) writeFileSync(file, '');
    for (const folder of ['bin', 'node_modules/.bin']) symlinkSync(installed(), at(folder, 'diptych'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const named = (script: string, ...folders: readonly string[]) =>
    ownCommand({ script, folder: at('work'), path: folders.map((name) => at(name)).join(delimiter) });

  it.each([['lib/node_modules/diptych/bin/diptych.js'], ['bin/diptych']])(
    'is diptych after an installation, if Node was started with %s',
    (script) => {
      expect(named(at(script), 'absent', 'bin', 'other')).toBe('diptych');
    },
  );

  it('is the same npx again, if npx runs a package', () => {
    const script = '/home/ada/.npm/_npx/39746392692ae51e/node_modules/diptych/bin/diptych.js';
    const surroundings = { script, folder: at('work'), path: '' };
    expect(ownCommand({ ...surroundings, given: './diptych-1.0.0.tgz' })).toBe(
      'npx --yes --package ./diptych-1.0.0.tgz diptych',
    );
    expect(ownCommand({ ...surroundings, given: './my diptych.tgz' })).toBe(
      "npx --yes --package './my diptych.tgz' diptych",
    );
    expect(packageOfNpx({ ...surroundings, given: './diptych-1.0.0.tgz' })).toBe('./diptych-1.0.0.tgz');
    expect(packageOfNpx({ script: '/srv/diptych/bin/diptych.js', given: 'other' })).toBeUndefined();
    expect(
      ownCommand({ script: '/srv/diptych/bin/diptych.js', folder: '/srv/diptych', path: '', given: 'other' }),
    ).toBe('node bin/diptych.js');
  });

  it.each([
    ['diptych-data', 'diptych'],
    ['/srv/diptych-data', 'diptych'],
    ['other', 'DIPTYCH_DATA=other diptych'],
    ['/srv/my data', "DIPTYCH_DATA='my data' diptych"],
    ['/tmp/diptych-demo-x', 'DIPTYCH_DATA=/tmp/diptych-demo-x diptych'],
    ['/srv', 'DIPTYCH_DATA=/srv diptych'],
  ])('on the data folder %s is %s', (data, command) => {
    expect(commandOn(data, 'diptych', '/srv')).toBe(command);
  });

  it.each([
    [['users', 'list'], 'diptych'],
    [['users', 'list', '--data', '/tmp/d', '--json'], 'DIPTYCH_DATA=/tmp/d diptych'],
    [['users', 'list', '--data=a b'], "DIPTYCH_DATA='a b' diptych"],
    [['users', 'list', '--context', 'far'], 'DIPTYCH_CONTEXT=far diptych'],
    [['users', 'list', '--data', 'diptych-data'], 'diptych'],
  ])('for the server that %j names is %s', (args, command) => {
    expect(commandLike(args, 'diptych', '/srv')).toBe(command);
  });

  it.each([
    ['is not on the path', []],
    ['is only on the path that npm makes', ['node_modules/.bin']],
    ['is behind another one', ['other', 'bin']],
  ])('is the file if diptych %s', (_, folders) => {
    expect(named(at('bin/diptych'), ...folders)).toBe('node ../lib/node_modules/diptych/bin/diptych.js');
  });
});
