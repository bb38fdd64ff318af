import { Slices } from '../../conventions/event-loop-turns.ts';
import type { MediationDeps } from '../operation.ts';
import type { Publisher } from '../ports/entities.ts';
import { type CeilingUse, type Ingested, MOST_SUM, type Replaced } from '../ports/statistics.ts';
import { violationsOf } from '../refusals.ts';
import { readBatchEntities } from './batch-entities.ts';
import { binsOf } from './days.ts';
import { type Placed, placeRow } from './place-row.ts';
import { type ReadRow, readRow } from './read-row.ts';
import type { RejectedRow, RowReason } from './reasons.ts';
import { BatchSums } from './sums.ts';

/** A row that counts unless `screen` refuses it. */
export interface GoodRow {
  readonly index: number;
  readonly row: ReadRow;
  readonly placed: Placed;
}

interface Screened {
  readonly refused: ReadonlyMap<number, RowReason>;
  /** The others. */
  readonly counted: readonly GoodRow[];
}

export interface SentBatch {
  readonly publisher: Publisher;
  readonly source: string;
  readonly batchId: string;
  /** As they were sent. */
  readonly rows: readonly unknown[];
  readonly now: number;
  /** How late rows may be, in milliseconds. */
  readonly latest: number;
  /** How long a repetition is known as such, in milliseconds. */
  readonly kept: number;
  readonly replace?: Replaced | undefined;
  /** Refuses rows that have passed all checks, and changes how others count. */
  readonly screen?: (rows: readonly GoodRow[]) => Screened;
  /** Whether a batch without a good row is stored, so that it is known when it comes again. */
  readonly keepsEmpty: boolean;
  readonly ceiling?: ((rows: readonly GoodRow[]) => CeilingUse) | undefined;
}

export interface IngestedBatch {
  readonly outcome: Ingested['outcome'];
  readonly accepted: number;
  readonly rejected: readonly RejectedRow[];
}

const isReason = <Value>(value: Value | RowReason): value is RowReason => typeof value === 'string';

type Deps = Pick<MediationDeps, 'store' | 'statistics' | 'catalogue' | 'policy'>;

/** Zones of publishers are few; each keeps the offsets it has looked up. */
const zones = new Map<string, ReturnType<typeof binsOf>>();
const MOST_ZONES = 100;

function binsIn(timeZone: string) {
  const known = zones.get(timeZone);
  if (known) return known;
  if (zones.size >= MOST_ZONES) zones.clear();
  const bins = binsOf(timeZone);
  zones.set(timeZone, bins);
  return bins;
}

const TOO_LARGE = `would make a sum larger than ${MOST_SUM}, so nothing of the batch is stored`;

/** @throws StatusError INVALID_STATISTICS */
export function refuse(field: string, problem: string): void {
  const violations = violationsOf('INVALID_STATISTICS');
  violations.add(field, problem);
  violations.refuse();
}

/**
 * Checks the rows of a batch, in slices, and stores the sums of those that are good. @throws StatusError
 * INVALID_STATISTICS
 */
export async function ingestBatch(deps: Deps, batch: SentBatch): Promise<IngestedBatch> {
  const { store, statistics, catalogue, policy } = deps;
  const { publisher, source, batchId, now, latest, kept, replace, screen, ceiling } = batch;
  const rejected: RejectedRow[] = [];
  const slices = new Slices();
  const read: { readonly index: number; readonly row: ReadRow }[] = [];
  for (const [index, sent] of batch.rows.entries()) {
    const row = readRow(sent);
    if (isReason(row)) rejected.push({ index, reason: row });
    else read.push({ index, row });
    if (slices.over) await slices.next();
  }
  const rows = read.map(({ row }) => row);
  const known = await store.read((reader) => readBatchEntities(reader, publisher, catalogue(), rows));
  const { strictInventory } = policy;
  const binOf = binsIn(publisher.reportingTimeZone);
  const placing = { now, latest, known, strictInventory, binOf, replace };
  const good: GoodRow[] = [];
  for (const { index, row } of read) {
    const placed = placeRow(row, placing);
    if (isReason(placed)) rejected.push({ index, reason: placed });
    else good.push({ index, row, placed });
    if (slices.over) await slices.next();
  }
  const { refused, counted } = screen?.(good) ?? { refused: new Map<number, RowReason>(), counted: good };
  for (const [index, reason] of refused) rejected.push({ index, reason });
  rejected.sort((one, other) => one.index - other.index);
  if (counted.length === 0 && !batch.keepsEmpty) return { outcome: 'stored', accepted: 0, rejected };
  const sums = new BatchSums();
  for (const { row, placed } of counted) {
    sums.add(row, placed);
    if (slices.over) await slices.next();
  }
  const ingested = await statistics.ingest({
    publisherId: publisher.publisherId,
    source,
    batchId,
    receivedAt: now,
    keptUntil: now + kept,
    accepted: counted.length,
    replace,
    rows: sums.rows,
    slots: sums.slots,
    ceiling: ceiling?.(counted),
  });
  if (ingested.outcome === 'sumTooLarge') refuse('rows', TOO_LARGE);
  if (!('accepted' in ingested)) return { ...ingested, accepted: 0, rejected: [] };
  const { outcome, accepted } = ingested;
  // Rows that are too late by now were not when the batch came for the first time.
  return { outcome, accepted, rejected: outcome === 'duplicate' ? [] : rejected };
}
