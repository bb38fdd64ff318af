import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { MINE, useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

const file = (text: string) => {
  const path = join(temporaryFolder('mappings'), 'mappings.csv');
  writeFileSync(path, text);
  return path;
};

describe('diptych mediation apps, ad-units, ad-sources, adapters, mappings', () => {
  it('creates an app, an ad unit of it and a mapping, each named by its name', async () => {
    await done('apps', 'create', 'Racing', '--platform', 'android');
    const unit = await done('ad-units', 'create', 'Start', '--app', 'racing', '--format', 'banner');
    const mapping = await done(
      ...['mappings', 'create', '--ad-unit', 'Racing/Start', '--source', 'AppLovin'],
      ...['--value', 'sdk key=an=sdk=key', '--name', 'AppLovin start'],
    );
    expect(mapping).toMatchObject({
      name: expect.stringContaining(`accounts/${MINE}/adUnits/${unit.adUnitId.split('/').at(-1)}/`),
      adapterId: '111',
      adUnitConfigurations: { 1111: 'an=sdk=key' },
    });
    const { out } = await mediation('mappings', 'list', '--ad-unit', 'Start');
    expect(out).toMatch(/AppLovin start +Racing\/Start +111/);
    expect((await mediation('apps', 'list')).out).toContain('Racing');
    expect((await mediation('ad-units', 'list', '--app', 'Racing')).out).toContain('Racing/Start');
  });

  it('lists sources by a text in their title, and adapters with the settings that they require', async () => {
    const { adSources } = await done('ad-sources', 'applovin');
    expect(adSources.map(({ title }: { title: string }) => title)).toEqual([
      'AppLovin',
      'AppLovin (bidding)',
    ]);
    expect((await mediation('adapters', 'AppLovin')).out).toMatch(/111 +android +.*SDK Key\*/);
  });

  it.each([
    [['--value', 'Colour=red'], 'there is no setting of AppLovin Android “Colour”'],
    [[], 'AppLovin Android needs a value for SDK Key'],
    [['--value', 'SDK Key'], '--value takes LABEL=VALUE'],
  ])('refuses a mapping with wrong settings: %j', async (args, text) => {
    const create = ['mappings', 'create', '--ad-unit', 'Start', '--source', 'AppLovin'];
    expect(await mediation(...create, ...args)).toMatchObject({
      exit: 2,
      err: expect.stringContaining(text),
    });
  });

  it('imports mappings from CSV, and a second run creates only what is missing', async () => {
    await done('apps', 'create', 'Chess', '--platform', 'android');
    for (const name of ['Lobby', 'Board'])
      await done('ad-units', 'create', name, '--app', 'Chess', '--format', 'banner');
    const head = 'ad unit,ad source,name,SDK Key,App Key,Instance ID\n';
    const first = `${head}Chess/Lobby,AppLovin,"Lobby, AppLovin",k1,,\n`;
    expect(await done('mappings', 'import', file(first))).toMatchObject({ existed: 0 });
    const more = `${first}Board,ironSource Ads,,,app-1,7\n`;
    const dry = await mediation('mappings', 'import', file(more), '--dry-run');
    expect(dry.out).toBe('1 mappings would be created, 1 were there already\n');
    const { adUnitMappings, existed } = await done('mappings', 'import', file(more));
    expect([adUnitMappings.length, existed]).toEqual([1, 1]);
    expect(adUnitMappings[0].adUnitConfigurations).toEqual({ 1911: 'app-1', 1912: '7' });
    expect(await done('mappings', 'import', file(more))).toMatchObject({ adUnitMappings: [], existed: 2 });
  });

  it('names every wrong line of a CSV file and creates nothing', async () => {
    const text = 'ad unit,ad source,SDK Key\nChess/Lobby,AppLovin,k9\nNowhere,AppLovin,k\nLobby,AppLovin,\n';
    await world().unchanged(async () => {
      const { exit, err } = await mediation('mappings', 'import', file(text));
      expect(exit).toBe(2);
      expect(err).toContain('line 3: there is no ad unit “Nowhere”');
      expect(err).toContain('line 4: AppLovin Android needs a value for SDK Key');
    });
    const { exit, err } = await mediation('mappings', 'import', file('a,"b\n'));
    expect([exit, err]).toEqual([2, expect.stringContaining('is not CSV')]);
  });
});
