import { Compile } from 'typebox/compile';
import { HolderImport } from '../../admin/holders/contract.ts';
import { recordsDigest } from '../../admin/holders/import-holders.ts';
import { isObject } from '../../conventions/json.ts';
import { valuesIn } from '../../conventions/strict-json.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import type { Progress } from '../output.ts';
import { chunksOf, MAX_RECORD_BYTES, MAX_RECORD_VALUES, type PlacedHolder } from './chunks.ts';
import type { FileReport } from './report.ts';
import type { SourceRecord } from './text-file.ts';

const shape = Compile(HolderImport);

const TOO_LARGE = `has more than ${MAX_RECORD_BYTES} bytes`;
const TOO_MANY = `has more than ${MAX_RECORD_VALUES} values`;

/** Why a record cannot be sent at all. */
function shapeProblem({ record, problem }: SourceRecord): string | undefined {
  if (problem !== undefined) return problem;
  if (shape.Check(record)) return undefined;
  const [first] = shape.Errors(record);
  const member = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const wrong = first?.keyword === 'boolean' ? 'is not known' : (first?.message ?? 'is wrong');
  return `is not a record: ${member === '' ? 'it' : member} ${wrong}`;
}

const idOf = (record: unknown) =>
  isObject(record) && typeof record.id === 'string' ? { id: record.id } : {};

/** The records that can be sent. Problems of the others go into the report. */
export async function* sendable(
  records: AsyncIterable<SourceRecord>,
  report: FileReport,
): AsyncGenerator<PlacedHolder> {
  for await (const one of records) {
    const { place, record, kind } = one;
    const who = { place, ...idOf(record), ...(kind !== undefined && { kind }) };
    const problem = shapeProblem(one);
    const json = Buffer.from(problem === undefined ? JSON.stringify(record) : '');
    const values = valuesIn(json, MAX_RECORD_VALUES);
    if (problem !== undefined) report.refuse({ ...who, path: '', problem });
    else if (json.length > MAX_RECORD_BYTES) report.refuse({ ...who, path: '', problem: TOO_LARGE });
    else if (values > MAX_RECORD_VALUES) report.refuse({ ...who, path: '', problem: TOO_MANY });
    else yield { place, holder: record as HolderImport, bytes: json.length, values };
  }
}

/**
 * Checks every record against its document type and the stored records, and stores nothing. Returns the
 * digest of each chunk, which its approval also names.
 */
export async function checkFile(
  connection: Connection,
  records: AsyncIterable<SourceRecord>,
  report: FileReport,
  progress: Progress,
): Promise<readonly string[]> {
  const seen = new Map<string, string>();
  const digests: string[] = [];
  for await (const chunk of chunksOf(sendable(records, report))) {
    const records = chunk.map(({ holder }) => holder);
    digests.push(recordsDigest(records));
    const { holders } = await callAdmin(connection, 'checkHolders', { holders: records });
    for (const [index, { place }] of chunk.entries()) {
      const checked = holders[index];
      if (!checked) continue;
      const earlier = seen.get(checked.id);
      if (earlier === undefined) report.add(place, checked);
      else
        report.refuse({
          place,
          id: checked.id,
          path: 'id',
          problem: `is already in ${earlier}`,
          kind: 'is already in the file',
        });
      seen.set(checked.id, earlier ?? place);
    }
    progress.at(`checked ${report.records} records, ${report.counts.refused} would fail`);
  }
  progress.end();
  return digests;
}
