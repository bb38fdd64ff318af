import { describe, expect, it } from 'vitest';
import { readAppData } from '../../../src/mediation/serve/app-data.ts';
import { buildSnapshot } from '../../../src/mediation/serve/build-snapshot.ts';
import { parseSnapshot, resolve } from '../../../src/resolve/index.ts';
import {
  APPLOVIN,
  CREATE_EXPERIMENT,
  CREATE_GROUP,
  createMapping,
  DAY,
  experimentBody,
  INMOBI_EXCHANGE_BIDDING,
  liveLine,
  manualLine,
  OWN_NETWORK,
  SDK_KEY,
} from './support/samples.ts';
import { CATALOGUE, useWorld } from './support/world.ts';

const world = useWorld();

const fragmentOf = (id: string | undefined) => (id ?? '').slice(-10);

/** A publisher with two apps, each with an ad unit, and a group for both. */
async function withGroup() {
  const publisher = await world().publisher();
  const app = async () => {
    const { appId } = await world().call(publisher, 'accounts.apps.create', {
      body: { platform: 'ANDROID' },
    });
    const body = { appId, displayName: 'Start', adFormat: 'BANNER' };
    const { adUnitId = '' } = await world().call(publisher, 'accounts.adUnits.create', { body });
    return { app: fragmentOf(appId), adUnitId };
  };
  const [one, other] = [await app(), await app()];
  const mapping = await createMapping(world(), publisher, { fragment: fragmentOf(one.adUnitId) });
  const body = {
    displayName: 'Start screen',
    targeting: {
      platform: 'ANDROID',
      format: 'BANNER',
      adUnitIds: [one.adUnitId, other.adUnitId],
      targetedRegionCodes: ['DE'],
    },
    mediationGroupLines: {
      '-1': { ...manualLine(), adUnitMappings: { [one.adUnitId]: mapping } },
      '-2': liveLine(),
    },
  };
  const { mediationGroupId = '' } = await world().call(publisher, CREATE_GROUP, { body });
  return { publisher, one, other, mediationGroupId };
}

async function snapshotOf(publisher: string, app: string) {
  const served = await readAppData(world().serving, { publisherId: publisher, appFragment: app });
  if (!served) return undefined;
  const built = await buildSnapshot(served, CATALOGUE, { refreshSeconds: 3600 }, world().now());
  const parsed = parseSnapshot(built.bytes.toString());
  if (parsed.status !== 'OK') throw new Error(JSON.stringify(parsed));
  return { ...built, snapshot: parsed.snapshot };
}

describe('The snapshot that is served to an app', () => {
  it('an app gets the stored lines of its ad unit in order, with the settings of their mappings', async () => {
    const { publisher, one, mediationGroupId } = await withGroup();
    const built = await snapshotOf(publisher, one.app);
    const request = { adUnitId: one.adUnitId, country: 'DE', platform: 'ANDROID' } as const;
    expect(built && resolve(built.snapshot, request)).toMatchObject({
      mediationGroupId,
      bidding: [{ adSourceId: INMOBI_EXCHANGE_BIDDING, configuration: {} }],
      waterfall: [
        {
          adSourceId: APPLOVIN,
          cpmMicros: '2500000',
          configuration: { [SDK_KEY]: { label: 'SDK Key', value: 'key' } },
        },
        { adSourceId: OWN_NETWORK, kind: 'NETWORK' },
      ],
    });
  });

  it('each app gets its own ad units, and only lines that have a mapping for it', async () => {
    const { publisher, other } = await withGroup();
    const built = await snapshotOf(publisher, other.app);
    expect(Object.keys(built?.snapshot.adUnits ?? {})).toEqual([other.adUnitId]);
    const resolution = built && resolve(built.snapshot, { adUnitId: other.adUnitId, country: 'DE' });
    expect(resolution?.waterfall.map(({ adSourceId }) => adSourceId)).toEqual([OWN_NETWORK]);
  });

  it('an unknown app gets no snapshot, and an app without groups gets an empty one', async () => {
    const publisher = await world().publisher();
    const { appId } = await world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
    expect(await snapshotOf(publisher, '0000000000')).toBeUndefined();
    expect((await snapshotOf(publisher, fragmentOf(appId)))?.snapshot.adUnits).toEqual({});
  });

  it('a running experiment is in the snapshot until it ends', async () => {
    const { publisher, one, mediationGroupId } = await withGroup();
    const path = { mediationGroupsId: mediationGroupId };
    const before = await snapshotOf(publisher, one.app);
    const { endTime = '' } = await world().call(publisher, CREATE_EXPERIMENT, {
      path,
      body: experimentBody(),
    });
    const during = await snapshotOf(publisher, one.app);
    expect(during?.snapshot.adUnits[one.adUnitId]?.[0]?.experiment).toMatchObject({ percentage: 50 });
    expect(during?.validUntil).toBe(Date.parse(endTime));
    world().advance(90 * DAY);
    expect(await snapshotOf(publisher, one.app)).toEqual(before);
  });
});
