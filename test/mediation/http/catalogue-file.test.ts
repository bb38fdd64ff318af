import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { adminToken } from '../../../src/server/files/create-data-folder.ts';
import { diptych } from '../../support/cli.ts';
import { ACCOUNT, GROUPS, type HttpWorld, newGroup, useHttpWorld } from './support/world.ts';

const LONG = 180_000;

const folder = mkdtempSync(join(tmpdir(), 'diptych-catalogue-'));
const FILE = join(folder, 'catalogue.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const catalogue = (title: string) =>
  JSON.stringify({ ownNetwork: '1', adSources: [{ adSourceId: '1', title, adapters: [] }] }, null, 2);
const BROKEN = catalogue('Broken').replace('"1"', '"2"');

/** Replaces the file like an editor that first saves under another name. */
function replaceFile(text: string): void {
  writeFileSync(`${FILE}.new`, text);
  renameSync(`${FILE}.new`, FILE);
}
replaceFile(catalogue('First'));

const titles = async (world: HttpWorld) => {
  const { body } = await world.done('GET', `${ACCOUNT}/adSources`);
  return (body.adSources as { title: string }[]).map(({ title }) => title);
};

function connectionTo({ server }: HttpWorld) {
  const { adminUrl, context } = server;
  return { url: adminUrl, token: adminToken(context.folder) };
}

describe('The catalogue file of a running server', () => {
  const first = useHttpWorld({ 'mediation.catalogue': FILE });
  const second = useHttpWorld({ 'mediation.catalogue': FILE });
  beforeEach(() => {
    replaceFile(catalogue('First'));
    for (const world of [first(), second()]) world.server.reload();
  });

  it('every process checks the catalogue file once a second', async () => {
    await first().done('GET', `${ACCOUNT}/adSources`);
    replaceFile(catalogue('Second'));
    for (const world of [first(), second()]) {
      world.advance(1001);
      expect(await titles(world)).toEqual(['Second']);
    }
  });

  it('the catalogue file may be overwritten or replaced', async () => {
    writeFileSync(FILE, catalogue('Another'));
    first().advance(1001);
    expect(await titles(first())).toEqual(['Another']);
  });

  it.each([
    ['the file is malformed', () => replaceFile(BROKEN), 'line 2: ownNetwork is not one of the ad sources'],
    [
      'the file is written only in part',
      () => replaceFile(catalogue('Half').slice(0, 60)),
      'neither JSON nor YAML',
    ],
    ['the file is missing', () => rmSync(FILE), 'ENOENT'],
  ])(
    'a catalogue file that cannot be used is reported once, and the catalogue stays as it is: %s',
    async (_, spoil, problem) => {
      const before = first().log.length;
      spoil();
      for (let looks = 0; looks < 3; looks += 1) {
        first().advance(1001);
        expect(await titles(first())).toEqual(['First']);
      }
      const told = first()
        .log.slice(before)
        .filter((line) => line.includes('catalogue refused'));
      expect(told).toHaveLength(1);
      expect(told[0]).toContain(problem);
      const shown = await callAdmin(connectionTo(first()), 'showCatalogue', {});
      expect(shown.problems?.join()).toContain(problem);
      replaceFile(catalogue('Mended'));
      first().advance(1001);
      expect(await titles(first())).toEqual(['Mended']);
      expect(await callAdmin(connectionTo(first()), 'showCatalogue', {})).not.toHaveProperty('problems');
    },
  );

  it('a new catalogue applies to later changes, and stored groups stay unchanged', async () => {
    const targeting = { platform: 'ANDROID', format: 'BANNER' };
    const line = (adSourceId: string) => ({
      body: { displayName: 'x', targeting, mediationGroupLines: { '-1': { adSourceId } } },
    });
    expect((await first().call('POST', GROUPS, line('2'))).status).toBe(400);
    const { path } = await newGroup(first(), { mediationGroupLines: {} });
    replaceFile(
      JSON.stringify({ ownNetwork: '2', adSources: [{ adSourceId: '2', title: 'Next', adapters: [] }] }),
    );
    first().advance(1001);
    expect((await first().call('POST', GROUPS, line('2'))).status).toBe(200);
    expect((await first().done('GET', path)).body.displayName).toBe('Group');
  });

  it('the admin interface shows the catalogue and reads it again', async () => {
    const shown = await callAdmin(connectionTo(first()), 'showCatalogue', {});
    expect(shown).toMatchObject({
      file: FILE,
      ownNetwork: '1',
      adSources: [{ adSourceId: '1', title: 'First', adapters: [] }],
    });
    replaceFile(catalogue('Reloaded'));
    const reloaded = await callAdmin(connectionTo(first()), 'reloadCatalogue', {});
    expect(reloaded.version).not.toBe(shown.version);
    expect(await titles(first())).toEqual(['Reloaded']);
    replaceFile(BROKEN);
    await expect(callAdmin(connectionTo(first()), 'reloadCatalogue', {})).rejects.toMatchObject({
      message: expect.stringContaining('line 2: ownNetwork is not one of the ad sources'),
      body: { error: { code: 400, status: 'FAILED_PRECONDITION' } },
    });
    expect(await titles(first())).toEqual(['Reloaded']);
  });
});

const run = (...args: readonly string[]) => diptych('catalogue', ...args);

describe('diptych catalogue', () => {
  beforeAll(() => replaceFile(catalogue('First')));
  const world = useHttpWorld({ 'mediation.catalogue': FILE });
  const at = () => ['--data', world().server.context.folder.path];

  it(
    'diptych catalogue check says whether a file can be used',
    async () => {
      replaceFile(catalogue('Checked'));
      expect(await run('check', FILE)).toMatchObject({ exit: 0, out: `${FILE} can be used\n` });
      const json = await run('check', FILE, '--json');
      expect(JSON.parse(json.out)).toEqual({ file: FILE, problems: [] });
      replaceFile(BROKEN);
      const problem = 'line 2: ownNetwork is not one of the ad sources';
      expect(await run('check', FILE)).toMatchObject({ exit: 1, out: `${problem}\n` });
      const broken = await run('check', FILE, '--json');
      expect([broken.exit, JSON.parse(broken.out)]).toEqual([1, { file: FILE, problems: [problem] }]);
      expect(await run('check', join(folder, 'none.json'))).toMatchObject({ exit: 2 });
    },
    LONG,
  );

  it(
    'diptych catalogue show and reload use the catalogue of a running server',
    async () => {
      replaceFile(catalogue('Shown'));
      expect((await run('reload', ...at())).out).toMatch(/^version \w+ of .*\n[\s\S]*1 \(own\) +Shown +-\n/);
      expect(JSON.parse((await run('show', '--json', ...at())).out)).toMatchObject({
        adSources: [{ title: 'Shown' }],
      });
      replaceFile(BROKEN);
      const refused = await run('reload', ...at());
      expect([refused.exit, refused.out]).toEqual([1, '']);
      expect(refused.err).toContain('line 2: ownNetwork is not one of the ad sources');
      const shown = await run('show', ...at());
      expect(shown.out).toContain('not in use, line 2: ownNetwork is not one of the ad sources');
    },
    LONG,
  );
});
