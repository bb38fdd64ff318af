import { describe, expect, it } from 'vitest';
import { ACCOUNT, APPLOVIN, adUnit, INMOBI, MINE, newGroup, useHttpWorld } from '../http/support/world.ts';
import { JSON_BODY, sender } from './support/send.ts';

const world = useHttpWorld();
const send = sender(world);

const MAPPINGS = `${ACCOUNT}/adUnits/0000000001/adUnitMappings`;
const mapping = (displayName: string) => ({
  displayName,
  adapterId: '111',
  adUnitConfigurations: { '1111': 'key' },
});

describe('the Apps Script', () => {
  const post = async (method: string, target: string, body: object) => {
    const headers = [JSON_BODY, 'user-agent: Mozilla/5.0 (compatible; Google-Apps-Script; beanserver)'];
    const { status, text } = await send({ method, target, headers, body: JSON.stringify(body) });
    expect(status, text).toBe(200);
    return JSON.parse(text);
  };

  it('the Apps Script creates a mapping, then a group with numeric keys and prices as numbers', async () => {
    const { name } = await post('POST', MAPPINGS, mapping('Script'));
    const group = await post('POST', `${ACCOUNT}/mediationGroups`, {
      displayName: 'Script',
      targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnit()] },
      mediationGroupLines: {
        [-1]: {
          displayName: 'one',
          adSourceId: APPLOVIN,
          cpmMode: 'MANUAL',
          cpmMicros: 500_000,
          state: 'ENABLED',
          adUnitMappings: { [adUnit()]: name },
        },
      },
    });
    expect(Object.values(group.mediationGroupLines)).toContainEqual(
      expect.objectContaining({ cpmMicros: '500000', adUnitMappings: { [adUnit()]: name } }),
    );
  });

  it('the Apps Script ends masks with a comma and writes prices as numbers', async () => {
    const { path } = await newGroup(world());
    const mask = encodeURIComponent('mediationGroupLines["-1"],mediationGroupLines["-2"],');
    const { mediationGroupLines } = await post('PATCH', `${path}?updateMask=${mask}`, {
      mediationGroupLines: {
        [-1]: {
          displayName: 'one',
          adSourceId: APPLOVIN,
          cpmMode: 'MANUAL',
          cpmMicros: 500_000,
          state: 'ENABLED',
        },
        [-2]: { displayName: 'two', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' },
      },
    });
    const lines = Object.values(mediationGroupLines as object);
    expect(lines).toHaveLength(4);
    expect(lines).toContainEqual(expect.objectContaining({ displayName: 'one', cpmMicros: '500000' }));
  });
});

describe('the command-line client', () => {
  it('the command-line client creates mappings 100 at a time, and gets them in the order of the request', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `Mapping ${index}`);
    const requests = names.map((name) => ({
      parent: `accounts/${MINE}/adUnits/0000000001`,
      adUnitMapping: mapping(name),
    }));
    const target = `${ACCOUNT}/adUnitMappings:batchCreate`;
    const { body } = await world().done('POST', target, { body: { requests } });
    expect(body.adUnitMappings.map((one: { displayName: string }) => one.displayName)).toEqual(names);
    const more = { requests: [...requests, requests[0]] };
    const refused = await world().unchanged(() => world().call('POST', target, { body: more }));
    expect(refused.status).toBe(400);
  });

  it('the command-line client escapes quotes and backslashes in filters', async () => {
    const displayName = 'A "quoted" \\ name';
    await world().done('POST', MAPPINGS, { body: mapping(displayName) });
    const escaped = displayName.replace(/["\\]/g, '\\$&');
    const { body } = await world().done('GET', MAPPINGS, {
      query: { filter: `IN(DISPLAY_NAME, "${escaped}")` },
    });
    expect(body.adUnitMappings).toMatchObject([{ displayName }]);
  });

  it('the command-line client changes a line, adds a line, changes ad units and starts an experiment, with one request each', async () => {
    const { path, lineId } = await newGroup(world());
    const patch = (updateMask: string, body: object) =>
      world().done('PATCH', path, { query: { updateMask }, body });
    await patch(`mediationGroupLines["${lineId}"].cpmMicros,mediationGroupLines["${lineId}"].state`, {
      mediationGroupLines: { [lineId]: { id: lineId, cpmMicros: '20000', state: 'DISABLED' } },
    });
    await patch('mediationGroupLines["-1"]', {
      mediationGroupLines: {
        '-1': { id: '-1', displayName: 'New', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' },
      },
    });
    const { body } = await patch('targeting.adUnitIds', { targeting: { adUnitIds: [adUnit('0000000002')] } });
    expect(body.targeting.adUnitIds).toEqual([adUnit('0000000002')]);
    expect(body.mediationGroupLines[lineId]).toMatchObject({ cpmMicros: '20000', state: 'DISABLED' });
    expect(Object.keys(body.mediationGroupLines)).toHaveLength(3);
  });
});
