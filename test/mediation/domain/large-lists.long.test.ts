import { beforeAll, describe, expect, it } from 'vitest';
import type { MediationGroup } from '../../../src/mediation/ports/entities.ts';
import type { GroupCondition, Page, PageOf } from '../../../src/mediation/ports/store.ts';
import { OWN_NETWORK } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const PUBLISHER = 'pub-0000000000000001';
const COUNT = 6000;

/** A stored group. Every tenth is for iOS, one in a thousand is disabled, and the last three target the same ad unit. */
function group(index: number): MediationGroup {
  const groupId = String(index).padStart(10, '0');
  return {
    publisherId: PUBLISHER,
    groupId,
    revision: 1,
    displayName: `Group ${index}`,
    state: index % 1000 === 999 ? 'DISABLED' : 'ENABLED',
    targeting: {
      platform: index % 10 === 0 ? 'IOS' : 'ANDROID',
      format: index % 2 === 0 ? 'BANNER' : 'NATIVE',
      adUnitIds: index >= COUNT - 3 ? [`ca-app-${PUBLISHER}/0000000007`] : [],
      targetedRegionCodes: [],
      excludedRegionCodes: [],
    },
    lines: [
      {
        lineId: String(index).padStart(16, '0'),
        displayName: 'Own',
        adSourceId: OWN_NETWORK,
        cpmMode: 'LIVE',
        state: 'ENABLED',
        adUnitMappings: {},
        variant: 'ORIGINAL',
      },
    ],
    createdAt: 0,
    updatedAt: 0,
  };
}

beforeAll(async () => {
  await world().publisher(PUBLISHER);
  await world().store.write(async (writer) => {
    for (let index = 0; index < COUNT; index += 1) await writer.insertGroup(group(index));
  });
});

/** Reads all pages. Returns their sizes and the ids on them. */
async function walk(conditions: readonly GroupCondition[], size: number) {
  const sizes: number[] = [];
  const ids: string[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: Page = { size, after };
    const { rows, next }: PageOf<MediationGroup> = await world().store.read((reader) =>
      reader.listGroups(PUBLISHER, page, conditions),
    );
    sizes.push(rows.length);
    ids.push(...rows.map(({ groupId }) => groupId));
    after = next;
  }
  return { sizes, ids };
}

const idsWhere = (wanted: (index: number) => boolean) =>
  Array.from({ length: COUNT }, (_, index) => index)
    .filter(wanted)
    .map((index) => String(index).padStart(10, '0'));

describe('A list of many groups', () => {
  it('a filter for few groups does not read the others', async () => {
    const { sizes, ids } = await walk([{ term: 'adUnitFragment', values: ['0000000007'] }], 2);
    expect(sizes).toEqual([2, 1]);
    expect(ids).toEqual(idsWhere((index) => index >= COUNT - 3));
  });

  it('a filter with several conditions works, whichever condition matches few groups', async () => {
    const { sizes, ids } = await walk(
      [
        { term: 'platform', values: ['ANDROID'] },
        { term: 'state', values: ['DISABLED'] },
      ],
      4,
    );
    expect(sizes).toEqual([4, 2]);
    expect(ids).toEqual(idsWhere((index) => index % 1000 === 999));
  });

  it('a page ends short after a bounded number of groups was tested', async () => {
    const rare: readonly GroupCondition[] = [
      { term: 'platform', values: ['ANDROID'] },
      { term: 'format', values: ['BANNER'] },
      { term: 'adSourceId', values: [OWN_NETWORK] },
    ];
    const { sizes, ids } = await walk(rare, 10_000);
    expect(sizes).toEqual([2000, 400]);
    expect(ids).toEqual(idsWhere((index) => index % 2 === 0 && index % 10 !== 0));
  });

  it('small pages hold the same groups as large ones', async () => {
    const conditions: readonly GroupCondition[] = [{ term: 'format', values: ['NATIVE'] }];
    const { sizes, ids } = await walk(conditions, 700);
    expect(Math.max(...sizes)).toBe(700);
    expect(ids).toEqual(idsWhere((index) => index % 2 === 1));
  });

  it('a page of 20 groups is read with two statements, with one if none changed, and with few for a filter', async () => {
    const statements = async (conditions: readonly GroupCondition[]) => {
      const counted = countStatements();
      try {
        await world().store.read((reader) => reader.listGroups(PUBLISHER, { size: 20 }, conditions));
        return counted.count();
      } finally {
        counted.stop();
      }
    };
    expect(await statements([])).toBe(2);
    expect(await statements([])).toBe(1);
    expect(await statements([{ term: 'adUnitFragment', values: ['0000000007'] }])).toBe(3);
    expect(await statements([{ term: 'adSourceId', values: [OWN_NETWORK] }])).toBe(5);
  });
});

describe('Lint of many groups', () => {
  it('a publisher with more groups than one request can check is refused', async () => {
    const error = await world().refused(PUBLISHER, 'accounts.lint');
    expect(error).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'CONFIGURATION_TOO_LARGE' });
    expect(error.message).toBe('The publisher has too many mediation groups to be checked in one request.');
  });
});

/** Counts the statements that the reading connection executes. */
function countStatements() {
  const executor = world().database.reader.getExecutor();
  const original = executor.executeQuery;
  let count = 0;
  executor.executeQuery = function counting(this: typeof executor, ...args: Parameters<typeof original>) {
    count += 1;
    return original.apply(this, args);
  } as typeof original;
  return {
    count: () => count,
    stop: () => {
      executor.executeQuery = original;
    },
  };
}
