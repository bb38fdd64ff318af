import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VECTORS } from '../../test/resolve/support/vectors.ts';
import {
  explain,
  parseSnapshot,
  type ResolveRequest,
  resolve,
  type Snapshot,
  type SnapshotGroup,
  type SnapshotLine,
  slotOf,
  variantOf,
} from './index.ts';
import { compareGroups } from './order.ts';

const AD_UNIT = 'ca-app-pub-1234567890123456/0000000001';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const withoutAbsent = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const regions = fc.uniqueArray(fc.constantFrom('DE', 'FR', 'US', '419'), { maxLength: 3 });

const price = fc.oneof(
  fc.constantFrom('0', '10000', '10001', '9007199254740992', '9007199254740993'),
  fc.bigInt(0n, 2n ** 63n - 1n).map(String),
);

const line: fc.Arbitrary<SnapshotLine> = fc
  .record({
    id: digits(16),
    adSourceId: fc.constantFrom('1', '18351550913290782395'),
    kind: fc.constantFrom('NETWORK', 'BIDDING', 'WATERFALL', 'CUSTOM_EVENT'),
    cpmMicros: price,
    countryCpmMicros: maybe(
      fc.dictionary(fc.constantFrom('DE', 'FR', '419'), price, { noNullPrototype: true }),
    ),
    configuration: fc.dictionary(
      digits(4),
      fc.record({ label: fc.string({ minLength: 1, maxLength: 9 }), value: fc.string() }),
      { noNullPrototype: true },
    ),
    loadTimeoutMs: maybe(fc.integer({ min: 1, max: 600_000 })),
  })
  .map((value) => withoutAbsent(value) as SnapshotLine);

const lines = fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 8 });

const group: fc.Arbitrary<SnapshotGroup> = fc
  .record({
    id: digits(10),
    priority: maybe(fc.integer({ min: -1, max: 1 })),
    platform: fc.constantFrom('ANDROID', 'IOS'),
    format: fc.constant('BANNER'),
    regions,
    excludedRegions: regions,
    idfa: maybe(fc.constantFrom('ALL', 'AVAILABLE', 'NOT_AVAILABLE')),
    experiment: maybe(
      fc.record({
        id: digits(10),
        salt: fc.constantFrom('a', 'b'),
        percentage: fc.constantFrom(1, 10, 50),
      }),
    ),
    both: fc.tuple(lines, fc.nat(8)),
  })
  .map(({ both: [all, at], ...rest }) => {
    const variants = rest.experiment ? { A: all.slice(0, at), B: all.slice(at) } : { A: all };
    return withoutAbsent({ ...rest, lines: variants }) as SnapshotGroup;
  });

const groups = fc.uniqueArray(group, { selector: ({ id }) => id, maxLength: 6 });

const snapshotOf = (candidates: readonly SnapshotGroup[]): Snapshot => ({
  schemaVersion: 1,
  ownNetwork: '7',
  refreshSeconds: 60,
  adUnits: { [AD_UNIT]: candidates },
});

const request: fc.Arbitrary<ResolveRequest> = fc
  .record({
    adUnitId: fc.constant(AD_UNIT),
    platform: maybe(fc.constantFrom('ANDROID', 'IOS')),
    country: maybe(fc.constantFrom('DE', 'fr', 'US', 'JP', '')),
    idfa: maybe(fc.constantFrom('AVAILABLE', 'NOT_AVAILABLE')),
    unit: maybe(fc.uuid()),
  })
  .map((value) => withoutAbsent(value) as ResolveRequest);

/** The rules of matching, written a second time as a table. */
function matches(one: SnapshotGroup, asked: ResolveRequest): boolean {
  const country = (asked.country ?? '').toUpperCase();
  return [
    asked.platform === undefined || asked.platform === one.platform,
    one.regions.length === 0 || one.regions.includes(country),
    !one.excludedRegions.includes(country),
    (one.idfa ?? 'ALL') === 'ALL' || one.idfa === asked.idfa,
  ].every(Boolean);
}

/** The criteria of the order as one text: sorting the texts sorts the groups. */
function rank(one: SnapshotGroup, index: number): string {
  const priority = one.priority === undefined ? '9' : String(one.priority + 1);
  const targeted = one.regions.length > 0 ? '0' : one.excludedRegions.length > 0 ? '1' : '2';
  const idfa = (one.idfa ?? 'ALL') === 'ALL' ? '1' : '0';
  return `${priority}${targeted}${idfa}${String(index).padStart(3, '0')}`;
}

/** Any sequence of UTF-16 code units, including lone surrogates. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));

describe('Slots', () => {
  it('a slot is made of the SHA-256 of node:crypto, whatever the texts are', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.oneof(anyText, fc.string({ unit: 'grapheme', maxLength: 300 })),
        (salt, unit) => {
          const hash = createHash('sha256').update(`diptych/1\n${salt}\n${unit}`).digest();
          expect(slotOf(salt, unit)).toBe(Number((BigInt(hash.readUInt32BE(0)) * 1000n) >> 32n));
        },
      ),
    );
  });

  it('100 000 units are spread over 1000 slots as the vectors have it', () => {
    const { salt, ...expected } = VECTORS.slots.distribution;
    const counts = new Array<number>(1000).fill(0);
    for (let index = 0; index < 100_000; index += 1) {
      const slot = slotOf(salt, `u${index}`);
      counts[slot] = (counts[slot] as number) + 1;
    }
    const below = (slot: number) => counts.slice(0, slot).reduce((sum, count) => sum + count, 0);
    const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
    expect({
      units: 'u0..u99999',
      below10: below(10),
      below100: below(100),
      below500: below(500),
      min: Math.min(...counts),
      max: Math.max(...counts),
      chi2_999: Number(chiSquare.toFixed(2)),
    }).toEqual(expected);
  });

  it('a larger percentage takes units into variant B and none back', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(100), fc.nat(100), (slot, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const isB = (percentage: number) => variantOf(slot, { percentage }) === 'VARIANT_B';
        expect(!isB(less) || isB(more)).toBe(true);
      }),
    );
  });
});

describe('resolve', () => {
  it('groups are in a total order, with their age as the last word', () => {
    fc.assert(
      fc.property(group, group, group, (a, b, c) => {
        const order = (one: SnapshotGroup, other: SnapshotGroup) => compareGroups(one, other).order;
        expect(order(a, b) + order(b, a)).toBe(0);
        expect(order(a, a)).toBe(0);
        if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('a request gets the first group in order that matches it, or none', () => {
    fc.assert(
      fc.property(groups, request, (candidates, asked) => {
        const ranked = candidates
          .map((one, index) => ({ one, rank: rank(one, index) }))
          .filter(({ one }) => matches(one, asked))
          .sort((a, b) => (a.rank < b.rank ? -1 : 1));
        expect(resolve(snapshotOf(candidates), asked).mediationGroupId).toBe(ranked[0]?.one.id);
      }),
    );
  });

  it('each line of the variant is there once, bidding apart, at falling prices', () => {
    fc.assert(
      fc.property(group, request, (one, asked) => {
        const { mediationGroupId, experiment, bidding, waterfall } = resolve(snapshotOf([one]), asked);
        if (mediationGroupId === undefined) return;
        const served = experiment?.variant === 'VARIANT_B' ? one.lines.B : one.lines.A;
        if (served?.length === 0) {
          expect([bidding, waterfall]).toEqual([
            [],
            [{ adSourceId: '7', kind: 'NETWORK', configuration: {} }],
          ]);
          return;
        }
        const country = asked.country?.toUpperCase() ?? '';
        const priced = served?.map(({ countryCpmMicros, ...rest }) => ({
          ...rest,
          cpmMicros: countryCpmMicros?.[country] ?? rest.cpmMicros,
        }));
        expect(new Set([...bidding, ...waterfall])).toEqual(new Set(priced));
        expect(bidding.every(({ kind }) => kind === 'BIDDING')).toBe(true);
        expect(waterfall.some(({ kind }) => kind === 'BIDDING')).toBe(false);
        for (const list of [bidding, waterfall] as SnapshotLine[][]) {
          const keys = list.map(({ id, kind, cpmMicros }) =>
            [
              (10n ** 19n - BigInt(cpmMicros)).toString().padStart(20, '0'),
              kind === 'NETWORK' ? 1 : 0,
              id,
            ].join(),
          );
          expect(keys).toEqual(keys.toSorted());
        }
      }),
    );
  });

  it('the variant depends on unit and salt alone, and without a unit there is no experiment', () => {
    fc.assert(
      fc.property(groups, request, request, (candidates, one, other) => {
        const snapshot = snapshotOf(candidates);
        const [first, second] = [
          resolve(snapshot, one),
          resolve(snapshot, { ...other, unit: one.unit ?? '' }),
        ];
        if (one.unit === undefined) expect(first.experiment).toBeUndefined();
        else if (first.mediationGroupId === second.mediationGroupId) {
          expect(second.experiment).toEqual(first.experiment);
        }
      }),
    );
  });

  it('an explanation has the same resolution, a step for each group and line, and one chosen group', () => {
    fc.assert(
      fc.property(groups, request, (candidates, asked) => {
        const snapshot = snapshotOf(candidates);
        const { resolution, steps } = explain(snapshot, asked);
        expect(resolution).toEqual(resolve(snapshot, asked));
        const idsAbout = (about: string) => steps.filter((step) => step.about === about).map(({ id }) => id);
        expect(idsAbout('GROUP')).toEqual(candidates.map(({ id }) => id));
        const { bidding, waterfall, mediationGroupId } = resolution;
        expect(idsAbout('LINE')).toEqual([...bidding, ...waterfall].map(({ id = '7' }) => id));
        const chosen = steps.filter(({ outcome }) => outcome === 'CHOSEN').map(({ id }) => id);
        expect(chosen).toEqual(mediationGroupId === undefined ? [] : [mediationGroupId]);
      }),
    );
  });
});

describe('parseSnapshot', () => {
  it('gives back what is written, whatever the configuration is', () => {
    fc.assert(
      fc.property(groups, (candidates) => {
        const snapshot = snapshotOf(candidates);
        expect(parseSnapshot(JSON.stringify(snapshot))).toEqual({ status: 'OK', snapshot });
      }),
    );
  });

  it('never throws, and what it accepts can be resolved and explained', () => {
    const text = JSON.stringify(VECTORS.documents.document);
    const damaged = fc
      .tuple(fc.nat(text.length), fc.nat(8), fc.oneof(fc.string(), fc.json()))
      .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length));
    fc.assert(
      fc.property(fc.oneof(damaged, fc.json(), fc.string()), (sent) => {
        const parsed = parseSnapshot(sent);
        if (parsed.status === 'OK') explain(parsed.snapshot, { adUnitId: AD_UNIT, country: 'DE', unit: 'u' });
      }),
      { numRuns: 500 },
    );
  });
});
