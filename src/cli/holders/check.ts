import { Compile } from 'typebox/compile';
import { HolderImport } from '../../admin/contract/holders/methods.ts';
import { recordsDigest } from '../../admin/holders/import-holders.ts';
import {
  chunksOf,
  MAX_RECORD_BYTES,
  MAX_RECORD_VALUES,
  type Size,
  sizeOf,
} from '../../client/import/chunks.ts';
import { isObject } from '../../conventions/json.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import { readAhead } from './read-ahead.ts';
import type { CheckedHolder, FileReport } from './report.ts';
import { SeenIds } from './seen-ids.ts';
import { type ColumnsAt, numberIn, type RecordProblem, type SourceRecord } from './text-file.ts';

const shape = Compile(HolderImport);
const idShape = Compile(HolderImport.properties.id);

const TOO_LARGE = `has more than ${MAX_RECORD_BYTES} bytes`;
const TOO_MANY = `has more than ${MAX_RECORD_VALUES} values`;

const whole = (problem: string): RecordProblem => ({ path: '', problem });

function shapeProblems(record: unknown): readonly RecordProblem[] {
  if (shape.Check(record)) return [];
  const [first] = shape.Errors(record);
  const member = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const wrong = first?.keyword === 'boolean' ? 'is not known' : (first?.message ?? 'is wrong');
  return [whole(`is not a record: ${member === '' ? 'it' : member} ${wrong}`)];
}

function sizeProblems({ bytes, values }: Size): readonly RecordProblem[] {
  if (bytes > MAX_RECORD_BYTES) return [whole(TOO_LARGE)];
  return values > MAX_RECORD_VALUES ? [whole(TOO_MANY)] : [];
}

const idOf = (record: unknown) =>
  isObject(record) && typeof record.id === 'string' ? { id: record.id } : {};

const NO_ID: RecordProblem = { path: 'id', problem: 'is missing' };
const WRONG_ID: RecordProblem = {
  path: 'id',
  problem: 'must be text of at most 256 characters, without control characters',
};

/** A record without a usable id gets one for the check, so that its other problems are found too. */
function withId(one: SourceRecord): SourceRecord {
  const { place, record, problems } = one;
  if (!isObject(record)) return one;
  const id: unknown = record.id;
  if (idShape.Check(id)) return one;
  const isMissing = id === undefined || id === '';
  const stand = { ...record, id: place.replace(' ', '-') };
  return { ...one, record: stand, problems: [isMissing ? NO_ID : WRONG_ID, ...problems] };
}

const hasNoId = (problems: readonly RecordProblem[]) => problems.some(({ path }) => path === 'id');

/** A record that can be sent, and its place in the file. */
interface PlacedHolder extends Size {
  readonly place: string;
  readonly holder: HolderImport;
  /** What was wrong with it when it was read. */
  readonly problems: readonly RecordProblem[];
  readonly columnsAt?: ColumnsAt | undefined;
}

/** The records that can be sent, with the problems found while reading them. The others go into the report. */
export async function* sendable(
  records: AsyncIterable<SourceRecord>,
  report: FileReport,
): AsyncGenerator<PlacedHolder> {
  for await (const one of records) {
    const { place, record, problems, columnsAt } = withId(one);
    const wrong = record === undefined ? [] : shapeProblems(record);
    const size = sizeOf(record);
    const unsendable = wrong.length > 0 ? wrong : sizeProblems(size);
    if (record === undefined || unsendable.length > 0)
      report.refuse({ place, ...(hasNoId(problems) ? {} : idOf(record)) }, [...problems, ...unsendable]);
    else yield { place, holder: record as HolderImport, ...size, problems, columnsAt };
  }
}

function repeated(seen: SeenIds, id: string, place: string): readonly RecordProblem[] {
  const earlier = seen.add(id, numberIn(place));
  if (earlier === undefined) return [];
  const problem = `is already in ${place.replace(/\d+/, String(earlier))}`;
  return [{ path: 'id', problem, kind: 'is already in the file' }];
}

/** The server knows elements; the author of the file knows columns. */
function withColumns(holder: CheckedHolder, columnsAt: ColumnsAt = () => []): CheckedHolder {
  const findings = holder.findings.map((finding) => {
    const columns = columnsAt(finding.path);
    if (columns.length === 0) return finding;
    const named = columns.length === 1 ? 'column' : 'columns';
    return { ...finding, problem: `${finding.problem} (${named} ${columns.join(', ')})` };
  });
  return { ...holder, findings };
}

/**
 * Checks every record against its document type and the stored records, and stores nothing. Returns the
 * digest of each chunk, which its approval also names.
 */
export async function checkRecords(
  connection: Connection,
  records: AsyncIterable<SourceRecord>,
  report: FileReport,
  checked: () => void,
): Promise<readonly string[]> {
  const seen = new SeenIds();
  const digests: string[] = [];
  for await (const chunk of readAhead(chunksOf(sendable(records, report)))) {
    const sent = chunk.map(({ holder }) => holder);
    digests.push(recordsDigest(sent));
    const { holders } = await callAdmin(connection, 'checkHolders', { holders: sent });
    for (const [index, { place, problems, columnsAt }] of chunk.entries()) {
      const holder = holders[index];
      if (!holder) continue;
      const who = hasNoId(problems) ? { place } : { place, id: holder.id };
      const again = hasNoId(problems) ? [] : repeated(seen, holder.id, place);
      report.add(who, withColumns(holder, columnsAt), [...problems, ...again]);
    }
    checked();
  }
  return digests;
}
