import type { AdminRequest } from '../../../api.ts';
import type { LocalProblem, Source } from './source.ts';

export type HolderImport = AdminRequest<'importHolders'>['holders'][number];

/** A valid record and its row in the file. */
export interface Placed {
  readonly row: number;
  readonly holder: HolderImport;
}

/** Limits of one request: records, bytes, and JSON values, less those around the records. */
const MOST = { records: 100, bytes: 1.5 * 1024 * 1024, values: 19_990, recordBytes: 1024 * 1024 };

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 1)
    : 1;

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const isRecord = (value: unknown): value is HolderImport =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as HolderImport).id === 'string' &&
  typeof (value as HolderImport).elements === 'object';

/** A problem of a record that the page finds without the server. */
export function localProblem({ record, problem }: Source): LocalProblem | undefined {
  if (problem) return problem;
  if (!isRecord(record)) return { kind: 'noRecord' };
  if (bytesOf(record) > MOST.recordBytes) return { kind: 'tooLarge' };
  return valuesIn(record) > MOST.values ? { kind: 'tooMany' } : undefined;
}

/** Splits valid records into requests. */
export function chunksOf(records: readonly Placed[]): readonly (readonly Placed[])[] {
  const chunks: Placed[][] = [];
  let [bytes, values] = [0, 0];
  for (const one of records) {
    const [size, count] = [bytesOf(one.holder), valuesIn(one.holder)];
    const last = chunks.at(-1);
    const fits =
      last !== undefined &&
      last.length < MOST.records &&
      bytes + size <= MOST.bytes &&
      values + count <= MOST.values;
    if (fits) last.push(one);
    else {
      chunks.push([one]);
      [bytes, values] = [0, 0];
    }
    bytes += size;
    values += count;
  }
  return chunks;
}
