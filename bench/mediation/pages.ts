import { mkdirSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { auditEntries } from '../../src/mediation/audit.ts';
import { withLineIds } from '../../src/mediation/group/lines.ts';
import { groupView } from '../../src/mediation/group/view.ts';
import { adUnitId, groupName, mappingName, newId } from '../../src/mediation/names.ts';
import type { MediationGroup } from '../../src/mediation/ports/entities.ts';
import type { MediationStore } from '../../src/mediation/ports/store.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { type PageParts, pagesInLog } from './page-parts.ts';
import { changed, groupOf, PUBLISHER } from './sample.ts';
import { LINES } from './sizes.ts';
import { openStore } from './store.ts';

const { random } = REAL_EFFECTS;

const AD_UNITS = 3;

const AUTHOR = {
  publisherId: PUBLISHER,
  caller: { subject: '5b1f6f0e-7c52-4b0a-8a43-000000000000', publishers: [PUBLISHER], scopes: [] },
} as const;

/** A group of 5 lines and the line of the own network, with 3 ad units that each third-party line has a mapping for. */
function typicalGroup(number: number): MediationGroup {
  const group = groupOf(number, LINES + 1);
  const fragments = Array.from({ length: AD_UNITS }, () => newId(random, 'adUnit'));
  const mapped = () =>
    Object.fromEntries(
      fragments.map((fragment) => [
        adUnitId(PUBLISHER, fragment),
        mappingName(PUBLISHER, fragment, newId(random, 'mapping')),
      ]),
    );
  const lines = group.lines.map((line, index) => ({
    ...line,
    lineId: `-${index + 1}`,
    adUnitMappings: line.cpmMode === 'LIVE' ? {} : mapped(),
  }));
  return {
    ...group,
    groupId: newId(random, 'group'),
    targeting: { ...group.targeting, adUnitIds: fragments.map((fragment) => adUnitId(PUBLISHER, fragment)) },
    lines: withLineIds(lines, random),
  };
}

function entriesOf(method: 'create' | 'patch', after: MediationGroup, before?: MediationGroup) {
  const request = {
    ...AUTHOR,
    requestId: crypto.randomUUID(),
    method: `accounts.mediationGroups.${method}` as const,
  };
  const at = after.updatedAt;
  const change = {
    resource: groupName(PUBLISHER, after.groupId),
    ...(before && { before: groupView(before, at) }),
    after: groupView(after, at),
  };
  return auditEntries(request, at, [change]);
}

async function create(store: MediationStore, groups: readonly MediationGroup[]): Promise<void> {
  await store.write(async (writer) => {
    for (const group of groups) {
      await writer.insertGroup(group);
      await writer.record(...entriesOf('create', group));
    }
  });
}

async function patch(store: MediationStore, before: MediationGroup): Promise<void> {
  const after = changed(before);
  await store.write(async (writer) => {
    await writer.updateGroup(before, after);
    await writer.record(...entriesOf('patch', after, before));
  });
}

export interface Pages {
  /** Of each change, in the order in which they were made. */
  readonly create: readonly PageParts[];
  readonly patch: readonly PageParts[];
}

/** Counts the pages of SQLite's log that creating and changing a group write, in a store of `groups` groups. */
export async function countPages(folder: string, groups: number, changes: number): Promise<Pages> {
  mkdirSync(folder, { recursive: true });
  const { store, close } = await openStore(folder);
  const file = dataFolder(folder).database;
  const log = new SqliteConnection(file);
  const counted = async (change: () => Promise<void>) => {
    log.pragma('wal_checkpoint(TRUNCATE)');
    await change();
    return pagesInLog(file, log);
  };
  try {
    const all = Array.from({ length: groups + changes }, (_, number) => typicalGroup(number));
    await create(store, all.slice(0, groups));
    const pages = { create: [] as PageParts[], patch: [] as PageParts[] };
    for (const group of all.slice(groups)) pages.create.push(await counted(() => create(store, [group])));
    for (const group of all.slice(-changes)) pages.patch.push(await counted(() => patch(store, group)));
    return pages;
  } finally {
    log.close();
    await close();
  }
}

export const mean = (pages: readonly number[]): number =>
  pages.reduce((sum, each) => sum + each, 0) / pages.length;

export const median = (pages: readonly number[]): number =>
  pages.toSorted((one, other) => one - other)[Math.floor(pages.length / 2)]!;
