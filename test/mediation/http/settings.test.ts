import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from '../../../src/server/config/load-settings.ts';
import { startServer } from '../../../src/server/process/start-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { detailOf, type ErrorBody, reasonOf } from './support/envelope.ts';
import { ACCOUNT, adUnit, GROUP, GROUPS, newGroup, useHttpWorld } from './support/world.ts';

const folder = temporaryFolder('mediation-settings');

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const CATALOGUE = file(
  'catalogue.json',
  JSON.stringify({ ownNetwork: '1', adSources: [{ adSourceId: '1', title: 'House ads', adapters: [] }] }),
);

describe('The setting mediation.catalogue', () => {
  const world = useHttpWorld({ 'mediation.catalogue': CATALOGUE, 'mediation.domain': 'ads.example' });

  it('mediation.catalogue names a file of the operator', async () => {
    const { body } = await world().done('GET', `${ACCOUNT}/adSources`);
    expect(body.adSources).toEqual([
      { name: `${ACCOUNT.slice('/v1beta/'.length)}/adSources/1`, adSourceId: '1', title: 'House ads' },
    ]);
  });

  it('mediation.domain is the name of the service in errors', async () => {
    const { error } = await world().call('POST', GROUPS, { body: GROUP });
    expect(detailOf(error, 'ErrorInfo')?.domain).toBe('ads.example');
    const version = await fetch(`${world().url}/$discovery/rest?version=v9`);
    const { error: other } = (await version.json()) as { error: ErrorBody };
    expect([version.status, detailOf(other, 'ErrorInfo')?.domain]).toEqual([404, 'ads.example']);
    const unknown = await world().call('GET', '/v1beta/nothing');
    expect(detailOf(unknown.error, 'ErrorInfo')?.domain).toBe('ads.example');
  });

  it.each([
    ['is missing', join(folder, 'none.json'), /cannot be used/],
    ['is neither JSON nor YAML', file('text.json', '{\n"a" 1'), /line \d: it is neither JSON nor YAML/],
    ['has no ad sources', file('empty.json', '{"ownNetwork":"1","adSources":[]}'), /adSources/],
  ])('a catalogue file that %s stops the start', async (_, catalogue, message) => {
    const data = temporaryFolder('mediation-settings');
    const options = { data, port: 0, adminPort: 0, 'mediation.catalogue': catalogue };
    const settings = loadSettings({ environment: {}, options });
    await expect(startServer(settings)).rejects.toThrow(SettingsError);
    await expect(startServer(settings)).rejects.toThrow(message);
  });

  it('the path of a catalogue file is relative to the configuration file', () => {
    const path = file('diptych.yaml', 'mediation:\n  catalogue: catalogue.json\n');
    const { mediation } = loadSettings({ file: path, environment: {}, options: {} });
    expect(readFileSync(mediation.catalogue as string, 'utf8')).toContain('House ads');
  });
});

describe('The setting mediation.strictInventory', () => {
  const world = useHttpWorld({ 'mediation.strictInventory': true });

  it('mediation.strictInventory accepts only ad units of the inventory', async () => {
    const refused = await world().unchanged(() => world().call('POST', GROUPS, { body: GROUP }));
    expect([refused.status, reasonOf(refused.error)]).toEqual([400, 'INVALID_MEDIATION_GROUP']);
    const { body: app } = await world().done('POST', `${ACCOUNT}/apps`, {
      body: { platform: 'ANDROID', manualAppInfo: { displayName: 'App' } },
    });
    const { body: unit } = await world().done('POST', `${ACCOUNT}/adUnits`, {
      body: { appId: app.appId, displayName: 'Unit', adFormat: 'BANNER' },
    });
    const targeting = { ...GROUP.targeting, adUnitIds: [unit.adUnitId] };
    await world().done('POST', GROUPS, { body: { ...GROUP, targeting } });
  });
});

describe('The setting mediation.freezeDuringExperiments', () => {
  const world = useHttpWorld({ 'mediation.freezeDuringExperiments': true });

  it('mediation.freezeDuringExperiments refuses changes while an experiment runs', async () => {
    const { path } = await newGroup(world());
    const body = { targeting: { adUnitIds: [adUnit('0000000007')] } };
    await world().done('PATCH', path, { body });
    await world().done('POST', `${path}/mediationAbExperiments`, {
      body: {
        treatmentTrafficPercentage: 1,
        displayName: 'x',
        treatmentMediationLines: [{ mediationGroupLine: { adSourceId: '5450213213286189855' } }],
      },
    });
    const { status, error } = await world().unchanged(() =>
      world().call('PATCH', path, { body: { targeting: { adUnitIds: [adUnit()] } } }),
    );
    expect([status, error.status, reasonOf(error)]).toEqual([
      400,
      'FAILED_PRECONDITION',
      'EXPERIMENT_RUNNING',
    ]);
  });
});
