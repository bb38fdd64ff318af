import { mkdirSync } from 'node:fs';
import type { MediationGroup } from '../../src/mediation/ports/entities.ts';
import type { StatisticsStore } from '../../src/mediation/ports/statistics.ts';
import type { MediationStore, Page } from '../../src/mediation/ports/store.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import type { Database } from '../../src/storage/database.ts';
import { mediationStore } from '../../src/storage/mediation/mediation-store.ts';
import { statisticsStore } from '../../src/storage/mediation/statistics/statistics-store.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import { experimentOf, groupOf, PUBLISHER } from './sample.ts';
import { EXPERIMENTS } from './sizes.ts';

export interface OpenStore {
  readonly database: Database;
  readonly store: MediationStore;
  readonly statistics: StatisticsStore;
  close(): Promise<void>;
}

/** Opens the database of a data folder without a server. */
export async function openStore(folder: string): Promise<OpenStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return storesOn(openSqlite(dataFolder(folder).database));
}

export async function storesOn(database: Database): Promise<OpenStore> {
  await database.migrate();
  const { clock, random } = REAL_EFFECTS;
  const statistics = statisticsStore(database);
  return {
    database,
    store: mediationStore(database, clock, random),
    statistics,
    close: () => database.close(),
  };
}

export interface Contents {
  readonly groups: number;
  /** Number of lines of each group. */
  readonly lines: number;
}

/** Number of groups in one transaction. */
const AT_ONCE = 1000;
/** Filling a store with at least this number of groups takes so long that a message is printed. */
const MANY = 10_000;

async function insertGroups(store: MediationStore, groups: readonly MediationGroup[]): Promise<void> {
  await store.write(async (writer) => {
    for (const group of groups) await writer.insertGroup(group);
  });
}

/** Creates a publisher with groups, as requests would have done. */
export async function seed(store: MediationStore, { groups, lines }: Contents): Promise<void> {
  const publisher = { publisherId: PUBLISHER, displayName: 'Bench', currencyCode: 'EUR' };
  await store.write((writer) =>
    writer.insertPublisher({ ...publisher, reportingTimeZone: 'UTC', createdAt: 0 }),
  );
  for (let first = 0; first < groups; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, groups - first);
    await insertGroups(
      store,
      Array.from({ length: count }, (_, index) => groupOf(first + index, lines)),
    );
    if (groups > MANY && (first + count) % MANY === 0) {
      process.stderr.write(`bench: ${first + count} of ${groups} groups are in the store\n`);
    }
  }
  const first = groupOf(0, lines);
  await store.write(async (writer) => {
    for (let number = 0; number < EXPERIMENTS; number++) {
      await writer.insertExperiment(experimentOf(first, number));
    }
  });
}

/** Creates and fills a separate store in the folder. */
export async function openFilled(folder: string, contents: Contents): Promise<OpenStore> {
  const opened = await openStore(folder);
  await seed(opened.store, contents);
  return opened;
}

/** Reads page by page: the size limit of a page ends it long before all groups are on it. */
export async function countGroups(store: MediationStore): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Page = { size: AT_ONCE, after };
    const { rows, next } = await store.read((reader) => reader.listGroups(PUBLISHER, page, []));
    count += rows.length;
    after = next;
  }
  return count;
}
