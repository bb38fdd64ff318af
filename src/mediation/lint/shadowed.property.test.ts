import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ResolveRequest, resolve, type Snapshot } from '../../resolve/index.ts';
import { parseCatalogue } from '../catalogue/index.ts';
import type { MediationGroup, Platform } from '../ports/entities.ts';
import { buildSnapshot } from '../serve/build-snapshot.ts';
import { type LintModel, lint } from './index.ts';

const publisherId = 'pub-1234567890123456';
const idOf = (fragment: string) => `ca-app-${publisherId}/${fragment}`;
const UNITS = ['0000000001', '0000000002', '0000000003'].map(idOf);
/** The last ad unit belongs to another app. */
const PLATFORMS: readonly Platform[] = ['IOS', 'IOS', 'ANDROID'];
const GONE = idOf('0000000009');
const NAMED = ['DE', 'FR', 'US'];

const CATALOGUE = parseCatalogue(
  JSON.stringify({ ownNetwork: '1', adSources: [{ adSourceId: '1', title: 'Own', adapters: [] }] }),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const targeting = fc.record({
  platform: fc.constantFrom<Platform>('IOS', 'IOS', 'ANDROID'),
  format: fc.constant('BANNER' as const),
  adUnitIds: fc.subarray([...UNITS, GONE]),
  targetedRegionCodes: fc.subarray(NAMED),
  excludedRegionCodes: fc.subarray(NAMED, { maxLength: 2 }),
  idfaTargeting: fc.constantFrom('ALL' as const, 'AVAILABLE' as const, 'NOT_AVAILABLE' as const),
});

const group = fc
  .record({
    groupId: fc.stringMatching(/^[0-9]{10}$/),
    state: fc.constantFrom('ENABLED' as const, 'ENABLED' as const, 'DISABLED' as const),
    targeting,
    priority: maybe(fc.integer({ min: 1, max: 2 })),
    createdAt: fc.nat(2),
  })
  .map(
    ({ priority, ...rest }): MediationGroup => ({
      ...rest,
      ...(priority !== undefined && { priority }),
      publisherId,
      revision: 1,
      displayName: rest.groupId,
      lines: [],
      updatedAt: 0,
    }),
  );

const groups = fc.uniqueArray(group, { selector: ({ groupId }) => groupId, maxLength: 7 });

/** Every request that could be told from another one. */
const REQUESTS: readonly ResolveRequest[] = UNITS.flatMap((adUnitId) =>
  [undefined, ...NAMED, 'JP'].flatMap((country) =>
    ([undefined, 'AVAILABLE', 'NOT_AVAILABLE'] as const).map((idfa) => ({
      adUnitId,
      ...(country !== undefined && { country }),
      ...(idfa && { idfa }),
    })),
  ),
);

async function snapshotOf(all: readonly MediationGroup[], platform: Platform): Promise<Snapshot> {
  const adUnitIds = UNITS.filter((_, index) => PLATFORMS[index] === platform);
  const app = { publisherId, fragment: '0000000008', platform, createdAt: 0 };
  const served = { app, adUnitIds, groups: all, experiments: new Map(), mappings: new Map(), prices: {} };
  return (await buildSnapshot(served, CATALOGUE, { refreshSeconds: 60 }, 0)).snapshot;
}

/** The groups that at least one request resolves to. */
async function resolved(all: readonly MediationGroup[]): Promise<ReadonlySet<string | undefined>> {
  const found = new Set<string | undefined>();
  for (const platform of ['IOS', 'ANDROID'] as const) {
    const snapshot = await snapshotOf(all, platform);
    for (const request of REQUESTS) found.add(resolve(snapshot, request).mediationGroupId);
  }
  return found;
}

const INVENTORY = UNITS.map((adUnitId, index) => ({
  adUnitId,
  displayName: 'Unit',
  format: 'BANNER' as const,
  platform: PLATFORMS[index] as Platform,
}));

const modelOf = (all: LintModel['groups']): LintModel => ({
  publisherId,
  now: 0,
  catalogue: CATALOGUE,
  inventory: INVENTORY,
  groups: all,
  mappings: [],
  experiments: [],
});

function shadowed(model: LintModel): ReadonlySet<string | undefined> {
  const { findings } = lint(model, { rules: ['group-shadowed'] });
  return new Set(findings.map(({ groupId }) => groupId));
}

/** Whether an app gets the group at all, and a request can match it. */
const canServe = ({ state, targeting: { adUnitIds, platform, ...of } }: MediationGroup) =>
  state === 'ENABLED' &&
  UNITS.some((id, index) => PLATFORMS[index] === platform && adUnitIds.includes(id)) &&
  (of.targetedRegionCodes.length === 0 ||
    of.targetedRegionCodes.some((code) => !of.excludedRegionCodes.includes(code)));

describe('A group that the linter calls shadowed', () => {
  it('is never resolved, and every other group that serves is resolved for some request', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        const found = shadowed(modelOf(all));
        const chosen = await resolved(all);
        for (const one of all) {
          if (found.has(one.groupId)) expect(chosen).not.toContain(one.groupId);
          else if (canServe(one)) expect(chosen).toContain(one.groupId);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is never resolved if the ages of some groups are unknown', async () => {
    await fc.assert(
      fc.asyncProperty(groups, fc.integer(), async (all, without) => {
        const chosen = await resolved(all);
        const aged = all.map(({ createdAt, ...rest }, index) =>
          (without >> index) & 1 ? rest : { ...rest, createdAt },
        );
        for (const groupId of shadowed(modelOf(aged))) expect(chosen).not.toContain(groupId);
      }),
      { numRuns: 300 },
    );
  });
});

describe('Two groups that the linter does not report as overlapping', () => {
  it('do not both match a request, or a priority decides', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        const { findings } = lint(modelOf(all), { rules: ['overlap-unresolved'] });
        if (findings.length > 0) return;
        const ages = all.map((one) => ({ ...one, createdAt: -one.createdAt, priority: one.priority ?? 9 }));
        const aged = all.map((one) => ({ ...one, priority: one.priority ?? 9 }));
        for (const platform of ['IOS', 'ANDROID'] as const) {
          const [one, other] = [await snapshotOf(aged, platform), await snapshotOf(ages, platform)];
          for (const request of REQUESTS) {
            expect(resolve(one, request).mediationGroupId).toBe(resolve(other, request).mediationGroupId);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
