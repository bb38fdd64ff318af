import { mkdirSync } from 'node:fs';
import type { MediationGroup, MediationGroupLine } from '../../../src/mediation/ports/entities.ts';
import { REAL_EFFECTS } from '../../../src/server/effects.ts';
import { dataFolder } from '../../../src/server/files/data-folder.ts';
import { mediationStore } from '../../../src/storage/mediation/mediation-store.ts';
import { openSqlite } from '../../../src/storage/sqlite/sqlite-database.ts';
import { storeFeeds } from '../../support/stored-feeds.ts';
import { storeLog } from '../../support/stored-logs.ts';

export const PUBLISHER = 'pub-1111111111111111';
export const APPLOVIN = '1063618907739174004';

/** Numbers of each kind of resource. A group and a mapping are about as large as allowed. */
export interface Sizes {
  readonly adUnits: number;
  readonly groups: number;
  readonly mappings: number;
  /** Groups with one line, of ad units of another app. */
  readonly smallGroups?: number;
  /** Feeds of statistics, with a row each. */
  readonly feeds?: number;
  /** Entries of the audit log about one group. */
  readonly entries?: number;
}

/** A small number, so that lists are not empty. */
export const FEW: Sizes = {
  ...{ adUnits: 1000, groups: 20, mappings: 10 },
  ...{ smallGroups: 100, feeds: 500, entries: 10_000 },
};
/** A number that needs more than one page in each list. */
export const MANY: Sizes = {
  ...{ adUnits: 21_000, groups: 400, mappings: 150 },
  ...{ smallGroups: 3000, feeds: 22_000, entries: 300_000 },
};

const LINES = 60;
const TARGETED = 250;

const digits = (value: number, length: number) => String(value).padStart(length, '0');
export const fragment = (number: number) => digits(number, 10);
export const adUnitId = (number: number) => `ca-app-${PUBLISHER}/${fragment(number)}`;
/** An existing group. */
export const GROUP = fragment(1);

/** The app of the small groups, one of its ad units, and a key that serves it. */
export const OTHER_APP = fragment(2);
export const OTHER_AD_UNIT = fragment(1_000_000_000);
export const SERVING_KEY = `pk_${'a'.repeat(24)}`;

const shared = { publisherId: PUBLISHER, createdAt: 0 };

function line(group: number, number: number): MediationGroupLine {
  return {
    lineId: digits(group * 1000 + number, 16),
    displayName: `Line ${number} ${'x'.repeat(200)}`,
    adSourceId: APPLOVIN,
    cpmMode: 'MANUAL',
    cpmMicros: '250000',
    state: 'ENABLED',
    adUnitMappings: {},
    variant: 'ORIGINAL',
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function group(number: number): MediationGroup {
  return {
    ...shared,
    groupId: fragment(number),
    revision: 1,
    displayName: `Group ${number}`,
    state: 'ENABLED',
    targeting: {
      platform: 'ANDROID',
      format: 'BANNER',
      adUnitIds: numbers(TARGETED).map(adUnitId),
      targetedRegionCodes: ['US'],
      excludedRegionCodes: [],
    },
    lines: numbers(LINES).map((index) => line(number, index)),
    // Since the last month, so that lint looks at what changed since.
    updatedAt: Date.now(),
  };
}

/** A group as most are: it has few ad units and a line. */
const smallGroup = (number: number): MediationGroup => {
  const { targeting, ...large } = group(number);
  return {
    ...large,
    targeting: { ...targeting, adUnitIds: [`ca-app-${PUBLISHER}/${OTHER_AD_UNIT}`] },
    lines: [line(number, 0)],
  };
};

/** Fills the database of a data folder before a server starts on it. */
export async function fillStore(folder: string, sizes: Sizes): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = openSqlite(dataFolder(folder).database);
  await database.migrate();
  const store = mediationStore(database, REAL_EFFECTS.clock, REAL_EFFECTS.random);
  await store.write(async (writer) => {
    const publisher = { displayName: 'Acme', currencyCode: 'EUR', reportingTimeZone: 'UTC' };
    await writer.insertPublisher({ ...shared, ...publisher });
    await writer.insertApp({ ...shared, fragment: fragment(1), platform: 'ANDROID', displayName: 'App' });
    const unit = { ...shared, appFragment: fragment(1), format: 'BANNER', adTypes: ['RICH_MEDIA'] } as const;
    for (const number of numbers(sizes.adUnits))
      await writer.insertAdUnit({ ...unit, fragment: fragment(number), displayName: 'Unit'.repeat(20) });
    await writer.insertMappings(
      numbers(sizes.mappings).map((number) => ({
        ...shared,
        fragment: fragment(1),
        mappingId: digits(number, 10),
        displayName: `Mapping ${number}`,
        adapterId: '111',
        configurations: Object.fromEntries(numbers(64).map((key) => [String(key), 'x'.repeat(4096)])),
      })),
    );
    for (const number of numbers(sizes.groups)) await writer.insertGroup(group(number));
    await writer.insertApp({ ...shared, fragment: OTHER_APP, platform: 'ANDROID', displayName: 'Other' });
    await writer.insertAdUnit({
      ...unit,
      appFragment: OTHER_APP,
      fragment: OTHER_AD_UNIT,
      displayName: 'Other',
    });
    await writer.insertServingKey({ ...shared, key: SERVING_KEY, appFragment: OTHER_APP, revision: 1 });
    const { smallGroups = 0 } = sizes;
    for (const number of numbers(smallGroups)) await writer.insertGroup(smallGroup(sizes.groups + number));
  });
  await database.close();
  const { feeds = 0, entries = 0 } = sizes;
  const of = { path: dataFolder(folder).database, publisherId: PUBLISHER };
  if (feeds > 0) storeFeeds({ ...of, feeds });
  if (entries > 0) storeLog({ ...of, entries, group: `accounts/${PUBLISHER}/mediationGroups/${GROUP}` });
}
