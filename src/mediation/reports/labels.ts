import { nextTurn } from '../../conventions/turns.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { MediationReader, MediationStore } from '../ports/store.ts';
import { type Dimension, isTime, rowDimensions } from './dimensions.ts';
import type { LabelOf } from './print-rows.ts';
import type { Row } from './row-order.ts';
import type { ReportSpec } from './spec.ts';

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
  if (dimension === 'MEDIATION_GROUP' || dimension === 'AD_SOURCE_INSTANCE')
    return namesInGroups(store, publisherId, wanted, dimension);
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
