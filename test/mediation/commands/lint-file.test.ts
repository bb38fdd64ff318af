import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINE, useHttpWorld } from '../http/support/world.ts';
import { mediationOf, useToken } from './support/mediation.ts';
import { type Stock, stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);

const folder = mkdtempSync(join(tmpdir(), 'diptych-lint-'));
const file = join(folder, 'mediation.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

let units: Stock;
beforeAll(async () => {
  units = await stock(world());
});

interface Parts {
  readonly cpm?: string;
  readonly key?: string;
  readonly more?: string;
}

/** A file with two ad units, of which each line maps both. */
const textOf = ({ cpm = '"2.50"', key = '{env: A_KEY_THAT_IS_NOT_SET}', more = '' }: Parts) => `
version: 1
publisher: ${MINE}
adUnits: {start: ${units.start}, finish: ${units.finish}}
mappings:
  applovin-start: {adUnit: start, adapter: AppLovin/ANDROID, values: {SDK Key: ${key}}}
  applovin-finish: {adUnit: finish, adapter: AppLovin/ANDROID, values: {SDK Key: other}}
groups:
  races:
    name: Races
    platform: ANDROID
    format: BANNER
    adUnits: [start, finish]
    lines:
      applovin:
        source: AppLovin
        cpm: ${cpm}
        mappings: {start: applovin-start, finish: applovin-finish}
      inmobi: {source: InMobi Exchange (bidding), cpm: live}
${more}`;

async function lint(parts: Parts, ...args: readonly string[]) {
  writeFileSync(file, textOf(parts));
  return mediation('lint', '--file', file, ...args);
}

const ignoring = (until: string, rule = 'cpm-typo') =>
  `lint: {ignore: [{rule: ${rule}, group: races, reason: A test of prices., until: ${until}}]}`;

describe('diptych mediation lint --file', () => {
  it('finds nothing in a good file, and reads no secrets', async () => {
    const { exit, out, err } = await lint({}, '--fail-on', 'hint');
    expect({ exit, out, err }).toEqual({ exit: 0, out: 'no findings\n', err: '' });
  });

  it('asks about the publisher of the file, whatever a comment names', async () => {
    const comment = '# publisher: pub-9999999999999999, until last year';
    writeFileSync(file, `${comment}\n${textOf({})}`);
    const { exit, out, err } = await mediation('lint', '--file', file);
    expect({ exit, out, err }).toEqual({ exit: 0, out: 'no findings\n', err: '' });
  });

  it('names the line and column of each finding', async () => {
    const { exit, out } = await lint({ cpm: '"150"' }, '--fail-on', 'warning');
    expect(exit).toBe(1);
    expect(out).toContain(`${file}:15:7: The price of “applovin”, $150.00, is above $100.`);
  });

  it('prints keys of the file and positions as JSON', async () => {
    const { out } = await lint({ key: 'YOUR_KEY' }, '--json');
    const { findings } = JSON.parse(out) as { readonly findings: readonly object[] };
    expect(findings).toMatchObject([
      { rule: 'config-missing', mediationGroup: 'races', mediationGroupLineId: 'applovin' },
    ]);
  });

  it('hides what lint.ignore excepts, until the end of its last day', async () => {
    const { exit, out } = await lint({ cpm: '"150"', more: ignoring('2999-12-31') }, '--fail-on', 'hint');
    expect([exit, out]).toEqual([0, 'no findings; 1 ignored\n']);
  });

  it('reports an exception that has ended, and what it hid', async () => {
    const { exit, out } = await lint({ cpm: '"150"', more: ignoring('2020-02-29') }, '--fail-on', 'warning');
    expect(exit).toBe(1);
    expect(out).toContain('WARNING cpm-typo');
    expect(out).toContain('The exception of cpm-typo ended on 2020-02-29. Its reason was: A test of prices.');
  });

  it.each([
    [ignoring('2999-12-31', 'no-such-rule'), 'lint.ignore[0].rule is not the id of a rule'],
    [ignoring('2999-02-30'), 'lint.ignore[0].until is not a day of the calendar'],
  ])('refuses %s with line and column', async (more, message) => {
    const { exit, err } = await lint({ more });
    expect(exit).toBe(1);
    expect(err).toMatch(/mediation\.yaml:\d+:\d+: /);
    expect(err).toContain(message);
  });

  it('compares only the ad units of the file with the inventory', async () => {
    await stock(world(), 'Rallies');
    const { out } = await lint({}, '--fail-on', 'hint');
    expect(out).toBe('no findings\n');
  });
});
