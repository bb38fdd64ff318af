import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ACCOUNT, useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';
import { type Stock, stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

let racing: Stock;
let key: string;
beforeAll(async () => {
  racing = await stock(world());
  const create = ['--platform', 'android', '--format', 'banner', '--ad-unit', 'Start'];
  await done('groups', 'create', 'Everywhere', ...create, '--line', 'AppLovin=1');
  await done(
    'groups',
    'create',
    'DACH',
    ...create,
    '--line',
    'AppLovin=2.50',
    '--region',
    'DE',
    '--priority',
    '1',
  );
  await done('groups', 'create', 'Nordics', ...create, '--line', 'AppLovin=3', '--region', 'SE');
  await done('experiments', 'start', 'Nordics', '--percent', '50', '--cpm', 'AppLovin=9');
});

const ASKED = ['resolve', '--app', 'Racing', '--ad-unit', 'Start'];

describe('diptych mediation resolve', () => {
  it('says that the app needs a key', async () => {
    const { exit, err } = await mediation(...ASKED);
    expect([exit, err]).toEqual([2, expect.stringContaining('mediation keys create --app ca-app-pub-')]);
    const path = `${ACCOUNT}/apps/${racing.app.split('~').at(-1)}/servingKeys`;
    ({ key } = (await world().done('POST', path, { body: {} })).body);
    expect(key).toMatch(/^pk_/);
  });

  it('explains why the group, why not the other, and the order of the lines, with their names', async () => {
    const { exit, out, err } = await mediation(...ASKED, '--country', 'de');
    expect(exit, err).toBe(0);
    expect(out).toMatch(/The group is DACH \(\d{10}\)/);
    expect(out).toMatch(/no {2}Everywhere \(\d{10}\)\n +matches, but DACH has the smaller priority/);
    expect(out).toMatch(/1 +AppLovin +AppLovin +2\.50 +by its price/);
    const widths = out.split('\n').map(({ length }) => length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(80);
    expect((await mediation(...ASKED, '--country', 'FR')).out).toMatch(/The group is Everywhere/);
    expect((await mediation(...ASKED)).out).toContain('the country is not known');
  });

  it('the server, a key, a URL and a file lead to the same lines', async () => {
    const url = `${world().url}/serve/v1/${key}/apps/${racing.app}.json`;
    const file = join(temporaryFolder('snapshot'), 'snapshot.json');
    writeFileSync(file, await (await fetch(url)).text());
    const byName = await done(...ASKED, '--country', 'DE');
    const byId = ['resolve', '--ad-unit', racing.start, '--country', 'DE'];
    expect((await done(...ASKED, '--country', 'DE', '--live')).resolution).toMatchObject(byName.resolution);
    expect(await done(...byId, '--key', key, '--app', racing.app)).toEqual(byName);
    expect(await done(...byId, '--url', url)).toEqual(byName);
    expect(await done(...byId, '--file', file)).toEqual(byName);
  });

  it('needs no app where the name of the ad unit is one', async () => {
    const asked = ['--ad-unit', 'Finish', '--country', 'DE'];
    expect(await done('resolve', ...asked)).toEqual(await done('resolve', '--app', 'Racing', ...asked));
    const { err } = await mediation('resolve', '--ad-unit', 'ca-app-pub-1111111111111111/9999999999');
    expect(err).toContain('name the app with --app');
  });

  it('names the lines of the group that are not tried, and why', async () => {
    await done('groups', 'add-line', 'DACH', 'Chartboost', '--cpm', '9', '--name', 'Unmapped');
    await done(
      'groups',
      'add-line',
      'DACH',
      'AppLovin',
      '--cpm',
      '8',
      '--name',
      'Off',
      '--state',
      'disabled',
    );
    const { out } = await mediation(...ASKED, '--country', 'DE');
    expect(out).toMatch(
      /5 {2}Its other lines are not tried\n {3}Unmapped has no mapping for this ad unit\n {3}Off is disabled\n$/,
    );
    expect((await mediation(...ASKED, '--country', 'SE', '--unit', 'u')).out).not.toContain('not tried');
  });

  it('without a group the own network serves alone', async () => {
    const { out } = await mediation('resolve', '--app', 'Racing', '--ad-unit', 'Finish');
    expect(out).toContain('No group applies: the own network serves alone');
    expect(out).toContain('there is no other line');
  });

  it('names the variant of an experiment', async () => {
    const { out } = await mediation(...ASKED, '--country', 'SE', '--unit', 'installation-1');
    expect(out).toMatch(/Experiment \d+: variant [AB]\n +the unit is in slot \d+/);
  });

  it.each([
    [['--file', 'nowhere.json'], 'there is no file nowhere.json'],
    [['--app', 'Racing', '--country', 'Germany'], '--country takes a country of ISO 3166-1'],
    [['--app', 'Racing', '--country', 'ZZ'], '--country takes a country of ISO 3166-1'],
    [['--app', 'Racing', '--country', '419'], '--country takes a country of ISO 3166-1'],
    [['--key', 'pk_1', '--app', 'ca-app-pub-1111111111111111~1111111111'], 'the key is unknown'],
    [['--key', 'pk_1', '--app', 'Racing', '--live'], 'the key is unknown'],
    [['--key', 'pk_1', '--app', 'Racing'], '--key needs the full id of the app'],
  ])('refuses %j', async (args, text) => {
    const { exit, err } = await mediation('resolve', '--ad-unit', 'Start', ...args);
    expect([exit, err]).toEqual([2, expect.stringContaining(text)]);
  });

  it('a file that is no snapshot is refused with its problem', async () => {
    const file = join(temporaryFolder('snapshot'), 'snapshot.json');
    for (const [text, problem] of [
      ['{"schemaVersion":99}', 'schema version 99'],
      ['{}', 'is no snapshot'],
    ] as const) {
      writeFileSync(file, text);
      const { exit, err } = await mediation('resolve', '--ad-unit', '1', '--file', file);
      expect([exit, err]).toEqual([2, expect.stringContaining(problem)]);
    }
  });
});
