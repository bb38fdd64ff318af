import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import { parseSnapshot, resolve } from '../../resolve/index.ts';
import { parseCatalogue } from '../catalogue/index.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { AppData } from './app-data.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { parseStored } from './stored-snapshot.ts';

const SECRET = 'withheld value';
const publisherId = 'pub-1234567890123456';
const UNITS = ['0000000001', '0000000002'].map((fragment) => `ca-app-${publisherId}/${fragment}`);
const nameOf = (unit: string) => `accounts/${publisherId}/adUnits/${unit.slice(-10)}/adUnitMappings/1`;

const setting = (id: string, more = {}) => ({ id, label: `Setting ${id}`, required: false, ...more });

const CATALOGUE = parseCatalogue(
  JSON.stringify({
    ownNetwork: '1',
    adSources: [
      { adSourceId: '1', title: 'Own', adapters: [] },
      ...['ANDROID', 'IOS'].map((platform, index) => ({
        adSourceId: `2${index}`,
        title: `Example ${platform}${index ? ' (bidding)' : ''}`,
        adapters: [
          {
            adapterId: `${index + 1}`,
            title: 'Adapter',
            platform,
            formats: ['BANNER'],
            configMetadata: [setting('1'), setting('2', { withhold: true })],
          },
        ],
      })),
    ],
  }),
);

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const platform = fc.constantFrom('ANDROID' as const, 'IOS' as const);
const regions = fc.uniqueArray(fc.constantFrom('DE', 'FR', '419'));
/** Values that a request may set: any text of at most 4096 characters that a database can store. */
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.nat(4096).map((length) => '\u{1f600}'.repeat(length)),
);

const line = fc.record({
  lineId: digits(16),
  displayName: fc.string(),
  adSourceId: fc.constantFrom('1', '20', '21', 'gone'),
  cpmMode: fc.constantFrom('LIVE' as const, 'MANUAL' as const),
  cpmMicros: fc.bigInt(10_000n, 2n ** 63n - 1n).map(String),
  state: fc.constantFrom('ENABLED' as const, 'DISABLED' as const),
  adUnitMappings: fc
    .subarray(UNITS)
    .map((units) => Object.fromEntries(units.map((unit) => [unit, nameOf(unit)]))),
  variant: fc.constantFrom('VARIANT_A' as const, 'VARIANT_B' as const),
});

const group = fc
  .record({
    groupId: digits(10),
    state: fc.constantFrom('ENABLED' as const, 'DISABLED' as const),
    targeting: fc.record({
      platform,
      format: fc.constant('BANNER' as const),
      adUnitIds: fc.subarray([...UNITS, `ca-app-${publisherId}/0000000003`]),
      targetedRegionCodes: regions,
      excludedRegionCodes: regions,
      idfaTargeting: fc.constantFrom('ALL' as const, 'AVAILABLE' as const),
    }),
    lines: fc.uniqueArray(line, { selector: ({ lineId }) => lineId, maxLength: 6 }),
    endsAt: fc.constantFrom(0, 100),
    createdAt: fc.nat(3),
  })
  .map(
    ({ endsAt, ...rest }): MediationGroup => ({
      ...rest,
      publisherId,
      revision: 1,
      displayName: 'Group',
      openExperiment: { experimentId: '7', endsAt },
      updatedAt: 0,
    }),
  );

const experimentOf = ({ groupId, openExperiment }: MediationGroup) => ({
  publisherId,
  groupId,
  experimentId: '7',
  revision: 1,
  treatmentTrafficPercentage: 10,
  startedAt: 0,
  endsAt: openExperiment?.endsAt ?? 0,
  lines: [],
  linesRevision: 1,
});

const served: fc.Arbitrary<AppData> = fc
  .record({
    groups: fc.uniqueArray(group, { selector: ({ groupId }) => groupId, maxLength: 4 }),
    platform,
    adapterId: fc.constantFrom('1', '2', 'gone'),
    value,
  })
  .map(({ groups, adapterId, ...rest }) => ({
    app: { publisherId, fragment: '0000000009', platform: rest.platform, createdAt: 0 },
    adUnitIds: UNITS,
    groups,
    experiments: new Map(groups.map((one) => [one.groupId, experimentOf(one)])),
    mappings: new Map(
      UNITS.map((unit) => {
        const configurations = { 1: rest.value, 2: SECRET, 3: SECRET };
        const fragment = unit.slice(-10);
        return [
          nameOf(unit),
          { publisherId, fragment, mappingId: '1', adapterId, configurations, createdAt: 0 },
        ];
      }),
    ),
    prices: {},
  }));

const SETTINGS = { refreshSeconds: 3600, loadTimeoutMs: 4000 };

describe('The snapshot of any configuration', () => {
  it('an app can read any snapshot, which has no secrets and only enabled groups and lines', async () => {
    await fc.assert(
      fc.asyncProperty(served, fc.constantFrom(...UNITS), fc.uuid(), async (of, adUnitId, unit) => {
        const { bytes, snapshot } = await buildSnapshot(of, CATALOGUE, SETTINGS, 50);
        const json = bytes.toString();
        expect(json).toBe(canonicalJson(snapshot));
        expect(json).not.toContain(SECRET);
        const parsed = parseSnapshot(json);
        if (parsed.status !== 'OK') throw new Error(JSON.stringify(parsed));
        const answer = resolve(parsed.snapshot, { adUnitId, unit, country: 'DE', idfa: 'AVAILABLE' });
        const chosen = of.groups.find(({ groupId }) => groupId === answer.mediationGroupId);
        if (!chosen) return;
        expect(chosen).toMatchObject({ state: 'ENABLED', targeting: { platform: of.app.platform } });
        expect(chosen.targeting.adUnitIds).toContain(adUnitId);
        const variant = answer.experiment?.variant ?? 'VARIANT_A';
        for (const { id } of [...answer.bidding, ...answer.waterfall]) {
          if (id === undefined) continue;
          const stored = chosen.lines.find(({ lineId }) => lineId === id);
          expect(stored).toMatchObject({ state: 'ENABLED', variant });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('after a restart the server reads what it stored, and nothing that is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(served, fc.nat(), async (of, cut) => {
        const { bytes, snapshot } = await buildSnapshot(of, CATALOGUE, SETTINGS, 50);
        expect(await parseStored(bytes)).toEqual(snapshot);
        expect(await parseStored(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
      }),
    );
  });

  it('a snapshot does not depend on the order in which the configuration was read', async () => {
    await fc.assert(
      fc.asyncProperty(served, async (of) => {
        const reversed = { ...of, groups: of.groups.toReversed(), adUnitIds: of.adUnitIds.toReversed() };
        expect(await buildSnapshot(reversed, CATALOGUE, SETTINGS, 50)).toEqual(
          await buildSnapshot(of, CATALOGUE, SETTINGS, 50),
        );
      }),
    );
  });
});
