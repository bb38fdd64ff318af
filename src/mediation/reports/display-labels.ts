import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { groupName } from '../names.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { MediationReader, MediationStore } from '../ports/store.ts';
import type { LabelOf } from './print-rows.ts';
import { type Dimension, isTime, rowDimensions } from './report-dimensions.ts';
import type { ReportSpec } from './report-spec.ts';
import type { Row } from './row-order.ts';

/** Ids in one query. */
const CHUNK = 500;
const GROUPS = 20;

type Names = Map<string, string | undefined>;

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / CHUNK);
  return Array.from({ length: count }, (_, index) => items.slice(index * CHUNK, (index + 1) * CHUNK));
}

/** The names of groups or of lines. Lines are found only in their group, so all groups are read. */
async function namesInGroups(
  store: MediationStore,
  publisherId: string,
  wanted: ReadonlySet<string>,
  dimension: 'MEDIATION_GROUP' | 'AD_SOURCE_INSTANCE',
): Promise<Names> {
  const names: Names = new Map();
  let after: string | undefined;
  do {
    const page = { size: GROUPS, ...(after !== undefined && { after }) };
    const { rows, next } = await store.read((reader) => reader.listGroups(publisherId, page, [], true));
    for (const { groupId, displayName, lines } of rows) {
      const named =
        dimension === 'MEDIATION_GROUP'
          ? [{ id: groupId, displayName }]
          : lines.map((line) => ({ id: line.lineId, displayName: line.displayName }));
      for (const one of named) if (wanted.has(one.id)) names.set(one.id, one.displayName);
    }
    after = names.size < wanted.size ? next : undefined;
    await nextTurn();
  } while (after !== undefined);
  return names;
}

/** Entries of a group that are searched for the name of a removed line, the newest first. */
const ENTRIES = 100;

/** A group as its history shows it. */
interface WithLines {
  readonly mediationGroupLines?: Readonly<
    Record<string, { readonly id?: string; readonly displayName?: string }>
  >;
}

/** The last names of lines that were removed, from the history of their groups. */
async function namesOfRemoved(
  store: MediationStore,
  publisherId: string,
  wanted: readonly string[],
): Promise<Names> {
  const names: Names = new Map();
  for (const ids of chunksOf(wanted)) {
    const lines = await store.read((reader) => reader.lineGroups(publisherId, ids));
    for (const [groupId, ofGroup] of Map.groupBy(lines, (line) => line.groupId)) {
      const name = groupName(publisherId, groupId);
      const { rows } = await store.read((reader) => reader.listGroupEntries(name, { size: ENTRIES }));
      const missing = new Set(ofGroup.map(({ lineId }) => lineId));
      for (const { details } of rows) {
        const { mediationGroupLines: before = {} } = (details?.before ?? {}) as WithLines;
        for (const { id = '', displayName } of Object.values(before))
          if (missing.delete(id)) names.set(id, displayName);
      }
    }
  }
  return names;
}

type Find = (
  reader: MediationReader,
  ids: readonly string[],
) => Promise<readonly { readonly fragment: string; readonly displayName?: string }[]>;

async function namesOf(store: MediationStore, wanted: ReadonlySet<string>, find: Find): Promise<Names> {
  const names: Names = new Map();
  for (const ids of chunksOf([...wanted])) {
    const found = await store.read((reader) => find(reader, ids));
    for (const { fragment, displayName } of found) names.set(fragment, displayName);
    await nextTurn();
  }
  return names;
}

async function namesOfLines(store: MediationStore, publisherId: string, wanted: ReadonlySet<string>) {
  const names = await namesInGroups(store, publisherId, wanted, 'AD_SOURCE_INSTANCE');
  const removed = [...wanted].filter((id) => !names.has(id));
  return new Map([...names, ...(await namesOfRemoved(store, publisherId, removed))]);
}

interface LabelParts {
  readonly store: MediationStore;
  readonly catalogue: Catalogue;
  readonly publisherId: string;
}

function namesFor(
  dimension: Dimension,
  wanted: ReadonlySet<string>,
  { store, catalogue, publisherId }: LabelParts,
): Promise<Names> | Names {
  if (dimension === 'AD_SOURCE') return new Map([...wanted].map((id) => [id, catalogue.adSource(id)?.title]));
  if (dimension === 'APP') return namesOf(store, wanted, (reader, ids) => reader.apps(publisherId, ids));
  if (dimension === 'AD_UNIT')
    return namesOf(store, wanted, (reader, ids) => reader.adUnits(publisherId, ids));
  if (dimension === 'MEDIATION_GROUP') return namesInGroups(store, publisherId, wanted, dimension);
  if (dimension === 'AD_SOURCE_INSTANCE') return namesOfLines(store, publisherId, wanted);
  return new Map();
}

/** Rows that are looked at in one step. */
const STEP = 10_000;

async function valuesOf(rows: readonly Row[], index: number): Promise<ReadonlySet<string>> {
  const values = new Set<string>();
  for (const [at, row] of rows.entries()) {
    values.add(row.dimensions[index]!);
    if (at % STEP === STEP - 1) await nextTurn();
  }
  return values;
}

/** Finds the display names of the values in the rows of a report. */
export async function labelsOf(
  { dimensions = [] }: ReportSpec,
  rows: readonly Row[],
  parts: LabelParts,
): Promise<LabelOf> {
  const names = new Map<Dimension, Names>();
  for (const [index, dimension] of rowDimensions(dimensions).entries()) {
    if (isTime(dimension)) continue;
    names.set(dimension, await namesFor(dimension, await valuesOf(rows, index), parts));
  }
  return (dimension, stored) => names.get(dimension)?.get(stored);
}
