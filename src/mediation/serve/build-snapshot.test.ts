import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseSnapshot, resolve, type Snapshot } from '../../resolve/index.ts';
import { parseCatalogue } from '../catalogue/index.ts';
import type { MediationAbExperiment, MediationGroup, MediationGroupLine } from '../ports/entities.ts';
import type { AppData } from './app-data.ts';
import { buildSnapshot, SnapshotLimitError } from './build-snapshot.ts';

const CATALOGUE = parseCatalogue(
  JSON.stringify({
    ownNetwork: '1',
    adSources: [
      { adSourceId: '1', title: 'Own', adapters: [] },
      {
        adSourceId: '2',
        title: 'Example',
        adapters: [
          {
            adapterId: '21',
            title: 'Example Android',
            platform: 'ANDROID',
            formats: ['BANNER'],
            className: 'com.example.Adapter',
            configMetadata: [
              { id: '211', label: 'SDK Key', required: true },
              { id: '212', label: 'Reporting secret', required: true, withhold: true },
              { id: '213', label: 'Zone', required: false },
            ],
          },
        ],
      },
      {
        adSourceId: '3',
        title: 'Exchange (bidding)',
        adapters: [
          {
            adapterId: '31',
            title: 'Exchange iOS',
            platform: 'IOS',
            formats: ['BANNER'],
            configMetadata: [],
          },
          {
            adapterId: '32',
            title: 'Exchange Android',
            platform: 'ANDROID',
            formats: ['BANNER'],
            configMetadata: [],
          },
        ],
      },
      { adSourceId: '4', title: 'Custom', kind: 'CUSTOM_EVENT', adapters: [] },
    ],
  }),
);

const publisherId = 'pub-1234567890123456';
const UNIT = `ca-app-${publisherId}/0000000001`;
const OTHER_UNIT = `ca-app-${publisherId}/0000000002`;
const MAPPING = `accounts/${publisherId}/adUnits/0000000001/adUnitMappings/1`;

const line = (changes: Partial<MediationGroupLine>): MediationGroupLine => ({
  lineId: '0000000000000001',
  displayName: 'Line',
  adSourceId: '1',
  cpmMode: 'LIVE',
  state: 'ENABLED',
  adUnitMappings: {},
  variant: 'ORIGINAL',
  ...changes,
});

const group = (changes: Partial<MediationGroup> = {}, targeting = {}): MediationGroup => ({
  publisherId,
  groupId: '0000000001',
  revision: 1,
  displayName: 'Group',
  state: 'ENABLED',
  targeting: {
    platform: 'ANDROID',
    format: 'BANNER',
    adUnitIds: [UNIT],
    targetedRegionCodes: [],
    excludedRegionCodes: [],
    ...targeting,
  },
  lines: [line({})],
  createdAt: 0,
  updatedAt: 0,
  ...changes,
});

const served = (groups: readonly MediationGroup[], changes: Partial<AppData> = {}): AppData => ({
  app: { publisherId, fragment: '0000000009', platform: 'ANDROID', createdAt: 0 },
  adUnitIds: [UNIT],
  groups,
  experiments: new Map(),
  prices: {},
  mappings: new Map([
    [
      MAPPING,
      {
        publisherId,
        fragment: '0000000001',
        mappingId: '1',
        adapterId: '21',
        configurations: { 211: 'key', 212: 'do not tell', 999: 'of a setting that is gone' },
        createdAt: 0,
      },
    ],
  ]),
  ...changes,
});

const SETTINGS = { refreshSeconds: 3600 };

async function build(of: AppData, now = 0, settings = SETTINGS) {
  const { bytes, snapshot: _, ...rest } = await buildSnapshot(of, CATALOGUE, settings, now);
  return { json: bytes.toString(), ...rest };
}

async function snapshotOf(of: AppData, now = 0, settings = SETTINGS): Promise<Snapshot> {
  const parsed = parseSnapshot((await build(of, now, settings)).json);
  if (parsed.status !== 'OK') throw new Error(JSON.stringify(parsed));
  return parsed.snapshot;
}

/** The ids of the lines of variant A in the only group. */
const linesOf = async (lines: readonly MediationGroupLine[]) =>
  (await snapshotOf(served([group({ lines })]))).adUnits[UNIT]?.[0]?.lines.A;

describe('The snapshot of an app', () => {
  it('a snapshot is canonical JSON with its SHA-256, and equal for equal configurations', async () => {
    const groups = ['0000000003', '0000000001', '0000000002'].map((groupId) => group({ groupId }));
    const built = await build(served(groups));
    expect(built).toEqual({
      json: expect.stringMatching(/^\{"adUnits":\{"ca-app-pub-1234567890123456\/0000000001":\[\{"excluded/),
      sha256: createHash('sha256').update(built.json).digest('hex'),
    });
    expect(await build(served(groups.toReversed()))).toEqual(built);
    expect(await build(served(groups, {}), Date.UTC(2030, 0))).toEqual(built);
  });

  it('a snapshot has older groups first, and groups of the same age in order of their ids', async () => {
    const groups = [
      group({ groupId: '0000000002', createdAt: 5 }),
      group({ groupId: '0000000001', createdAt: 5 }),
      group({ groupId: '0000000003', createdAt: 4 }),
    ];
    expect((await snapshotOf(served(groups))).adUnits[UNIT]?.map(({ id }) => id)).toEqual([
      '0000000003',
      '0000000001',
      '0000000002',
    ]);
  });

  it('a snapshot has the targeting of its groups, and names the own network', async () => {
    const targeting = {
      targetedRegionCodes: ['DE'],
      excludedRegionCodes: ['FR'],
      idfaTargeting: 'AVAILABLE',
    };
    const snapshot = await snapshotOf(served([group({}, targeting)]));
    expect(snapshot).toMatchObject({ schemaVersion: 1, ownNetwork: '1', refreshSeconds: 3600 });
    expect(snapshot.adUnits[UNIT]?.[0]).toEqual({
      id: '0000000001',
      platform: 'ANDROID',
      format: 'BANNER',
      regions: ['DE'],
      excludedRegions: ['FR'],
      idfa: 'AVAILABLE',
      lines: {
        A: [
          {
            id: '0000000000000001',
            adSourceId: '1',
            kind: 'NETWORK',
            cpmMicros: '10000',
            configuration: {},
          },
        ],
      },
    });
  });

  it('a snapshot has no disabled groups, no groups for another platform, and no ad units of other apps', async () => {
    const groups = [
      group({ groupId: '0000000001', state: 'DISABLED' }),
      group({ groupId: '0000000002' }, { platform: 'IOS' }),
      group({ groupId: '0000000003' }, { adUnitIds: [UNIT, OTHER_UNIT] }),
    ];
    const { adUnits } = await snapshotOf(served(groups));
    expect(Object.keys(adUnits)).toEqual([UNIT]);
    expect(adUnits[UNIT]?.map(({ id }) => id)).toEqual(['0000000003']);
  });

  it('a snapshot has the class and settings of an adapter, but no secret settings', async () => {
    const lines = [line({ adSourceId: '2', cpmMicros: '2500000', adUnitMappings: { [UNIT]: MAPPING } })];
    expect(await linesOf(lines)).toEqual([
      {
        id: '0000000000000001',
        adSourceId: '2',
        kind: 'WATERFALL',
        cpmMicros: '2500000',
        adapter: { id: '21', className: 'com.example.Adapter' },
        configuration: { 211: { label: 'SDK Key', value: 'key' } },
      },
    ]);
    const { json } = await build(served([group({ lines })]));
    expect(json).not.toContain('do not tell');
    expect(json).not.toContain('of a setting that is gone');
  });

  it('a snapshot has no disabled lines, and no lines that lack a required mapping', async () => {
    const ids = async (lines: readonly MediationGroupLine[]) => (await linesOf(lines))?.map(({ id }) => id);
    expect(
      await ids([
        line({ lineId: '1', state: 'DISABLED' }),
        line({ lineId: '2', adSourceId: '2' }),
        line({ lineId: '3', adSourceId: '2', adUnitMappings: { [OTHER_UNIT]: MAPPING } }),
        line({ lineId: '4', adSourceId: '99' }),
        line({ lineId: '5', adSourceId: '3', adUnitMappings: { [UNIT]: MAPPING } }),
        line({ lineId: '6', adSourceId: '4' }),
        line({ lineId: '7', adSourceId: '1' }),
      ]),
    ).toEqual(['6', '7']);
    const forIos = new Map([[MAPPING, { ...served([]).mappings.get(MAPPING)!, adapterId: '31' }]]);
    const lines = [line({ adSourceId: '3', adUnitMappings: { [UNIT]: MAPPING } })];
    const { adUnits } = await snapshotOf(served([group({ lines })], { mappings: forIos }));
    expect(adUnits[UNIT]?.[0]?.lines.A).toEqual([]);
    expect(await linesOf([line({ adSourceId: '3' })])).toMatchObject([
      { kind: 'BIDDING', adapter: { id: '32' } },
    ]);
  });

  it('a snapshot has the values of the settings', async () => {
    const settings = {
      refreshSeconds: 60,
      eventUrl: 'https://ads.example/events',
      batching: { maxRows: 50, maxSeconds: 300 },
      loadTimeoutMs: 4000,
    };
    const { loadTimeoutMs, ...rest } = settings;
    const snapshot = await snapshotOf(served([group()]), 0, settings);
    expect(snapshot).toMatchObject(rest);
    expect(snapshot.adUnits[UNIT]?.[0]?.lines.A[0]?.loadTimeoutMs).toBe(loadTimeoutMs);
  });

  it('a snapshot is refused if the settings of a group have more than 1 048 576 characters for an ad unit', async () => {
    const builtWith = (count: number) => {
      const mapping = { ...served([]).mappings.get(MAPPING)!, configurations: { 211: 'x'.repeat(count) } };
      const lines = [line({ adSourceId: '2', adUnitMappings: { [UNIT]: MAPPING } })];
      return build(served([group({ lines })], { mappings: new Map([[MAPPING, mapping]]) }));
    };
    expect((await builtWith(1_048_576)).json).toContain('xxx');
    await expect(builtWith(1_048_577)).rejects.toThrow(
      '1048577 characters in settings of the group 0000000001',
    );
  });

  it('a snapshot is refused if an ad unit has more than 1000 groups', async () => {
    const groups = Array.from({ length: 1001 }, (_, id) => group({ groupId: String(id), lines: [] }));
    expect((await build(served(groups.slice(1)))).json).toContain('"id":"1000"');
    await expect(build(served(groups))).rejects.toThrow(SnapshotLimitError);
  });
});

describe('An experiment in the snapshot of an app', () => {
  const experiment: MediationAbExperiment = {
    publisherId,
    groupId: '0000000001',
    experimentId: '0000000007',
    revision: 1,
    treatmentTrafficPercentage: 50,
    startedAt: 0,
    endsAt: 100,
    lines: [],
    linesRevision: 1,
  };
  const tested = served(
    [
      group({
        lines: [line({ lineId: '1', variant: 'VARIANT_A' }), line({ lineId: '2', variant: 'VARIANT_B' })],
        openExperiment: { experimentId: experiment.experimentId, endsAt: 100 },
      }),
    ],
    { experiments: new Map([[experiment.groupId, experiment]]) },
  );

  it('an experiment in a snapshot has its name as salt, its percentage, and the lines of both variants', async () => {
    expect((await snapshotOf(tested, 99)).adUnits[UNIT]?.[0]).toMatchObject({
      experiment: {
        id: '0000000007',
        salt: `accounts/${publisherId}/mediationGroups/0000000001/mediationAbExperiments/0000000007`,
        percentage: 50,
      },
      lines: { A: [{ id: '1' }], B: [{ id: '2' }] },
    });
  });

  it('an experiment leaves the snapshot at its end, which is the validUntil of earlier snapshots', async () => {
    expect((await build(tested, 99)).validUntil).toBe(100);
    const over = await snapshotOf(tested, 100);
    expect((await build(tested, 100)).validUntil).toBeUndefined();
    expect(over.adUnits[UNIT]?.[0]).not.toHaveProperty('experiment');
    expect(resolve(over, { adUnitId: UNIT, unit: 'edge-252' }).waterfall).toMatchObject([{ id: '1' }]);
  });
});
