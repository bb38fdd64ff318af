import { Compile } from 'typebox/compile';
import { isObject } from '../../conventions/json.ts';
import { HolderImport } from '../../issuer/administration/index.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import type { Progress } from '../progress.ts';
import { chunksOf, MAX_RECORD_BYTES, type PlacedHolder } from './chunks.ts';
import type { FileReport } from './report.ts';
import type { SourceRecord } from './source.ts';

const shape = Compile(HolderImport);

const TOO_LARGE = `has more than ${MAX_RECORD_BYTES} bytes`;

/** What keeps a record from being sent at all. */
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

/** Those records that can be sent; the others go into the report. */
export async function* sendable(
  records: AsyncIterable<SourceRecord>,
  report: FileReport,
): AsyncGenerator<PlacedHolder> {
  for await (const one of records) {
    const { place, record, kind } = one;
    const who = { place, ...idOf(record), ...(kind !== undefined && { kind }) };
    const problem = shapeProblem(one);
    const bytes = problem === undefined ? Buffer.byteLength(JSON.stringify(record)) : 0;
    if (problem !== undefined) report.refuse({ ...who, path: '', problem });
    else if (bytes > MAX_RECORD_BYTES) report.refuse({ ...who, path: '', problem: TOO_LARGE });
    else yield { place, holder: record as HolderImport, bytes };
  }
}

/** Every record against its document type and against what is there; nothing is kept. */
export async function checkFile(
  connection: Connection,
  records: AsyncIterable<SourceRecord>,
  report: FileReport,
  progress: Progress,
): Promise<void> {
  const seen = new Map<string, string>();
  for await (const chunk of chunksOf(sendable(records, report))) {
    const { holders } = await callAdmin(connection, 'checkHolders', {
      holders: chunk.map(({ holder }) => holder),
    });
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
          problem: `stands in ${earlier} already`,
          kind: 'stands in the file already',
        });
      seen.set(checked.id, earlier ?? place);
    }
    progress.at(`checked ${report.records} records, ${report.counts.refused} would fail`);
  }
  progress.end();
}
