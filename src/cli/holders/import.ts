import type { HolderImport } from '../../admin/holders/contract.ts';
import type { AdminResponse } from '../../admin/registry.ts';
import { AwaitsApproval, AwaitsApprovals, callAdmin } from '../admin/client.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { EXIT } from '../exit.ts';
import { UsageError } from '../failures.ts';
import { type Progress, print, progress, SILENT, table } from '../output.ts';
import { checkFile, sendable } from './check.ts';
import { chunksOf } from './chunks.ts';
import { type FileProblem, FileReport, problemLine, reportFile, reportText } from './report.ts';
import { bookmarkOf } from './resume.ts';
import { recordsOf } from './source.ts';
import { type DocumentTypes, requireOther, type SourceRecord } from './text-file.ts';

export interface ImportOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
}

type Imported = AdminResponse<'importHolders'>['holders'];

/** Maximum number of problems that are printed; the report file has all of them. */
const SHOWN_PROBLEMS = 50;
/** Up to this number of records, the result of each one is printed. */
const SHOWN_RECORDS = 20;

async function* skipping(records: AsyncIterable<SourceRecord>, count: number): AsyncGenerator<SourceRecord> {
  let left = count;
  for await (const record of records) {
    if (left > 0) left -= 1;
    else yield record;
  }
}

interface Work {
  readonly connection: Connection;
  readonly types: DocumentTypes;
  readonly file: string;
  readonly progress: Progress;
  /** Number of records at the beginning of the file that are already imported. */
  readonly done: number;
}

const remaining = ({ file, types, done }: Work) => skipping(recordsOf(file, types), done);

/**
 * Number of records at the beginning of the file that are already imported. A bookmark from another server,
 * or from before a restore, is ignored: the server would not know the last record before it.
 */
async function doneOf({ connection, types, file }: Omit<Work, 'done' | 'progress'>, bookmark: number) {
  if (bookmark === 0) return 0;
  for await (const { record } of skipping(recordsOf(file, types), bookmark - 1)) {
    const { holders } = await callAdmin(connection, 'checkHolders', { holders: [record as HolderImport] });
    return holders[0]?.result === 'updated' || holders[0]?.result === 'unchanged' ? bookmark : 0;
  }
  return 0;
}

/** Sorted by line, because records that cannot be sent are found before records that the server refuses. */
const inOrder = (problems: readonly FileProblem[]) =>
  problems.toSorted((a, b) => numberIn(a.place) - numberIn(b.place));
const numberIn = (place: string) => Number(/\d+/.exec(place)?.[0] ?? 0);

async function check(work: Work, reportPath: string | undefined) {
  const file = reportFile(reportPath);
  const problems: FileProblem[] = [];
  let more = 0;
  const report = new FileReport((problem) => {
    file.take(problem);
    if (problems.length < SHOWN_PROBLEMS) problems.push(problem);
    else more += 1;
  });
  const digests = await checkFile(work.connection, remaining(work), report, work.progress);
  file.close();
  return { report, digests, problems: inOrder(problems), more };
}

interface Kept {
  readonly imported: Imported;
  /** Chunks that wait for a second person. */
  readonly awaited: readonly AwaitsApproval[];
}

/** Imports in chunks, each in one transaction; a bookmark records the progress. */
async function keep(work: Work, report: FileReport, mark: (done: number) => void): Promise<Kept> {
  const imported: Imported[number][] = [];
  const awaited: AwaitsApproval[] = [];
  for await (const chunk of chunksOf(sendable(remaining(work), report))) {
    const holders = chunk.map(({ holder }) => holder);
    try {
      imported.push(...(await callAdmin(work.connection, 'importHolders', { holders })).holders);
    } catch (error) {
      if (!(error instanceof AwaitsApproval)) throw error;
      awaited.push(error);
    }
    // Chunks after one that waits will be sent again together with it.
    if (awaited.length === 0) mark(work.done + imported.length);
    work.progress.at(`imported ${imported.length} of ${report.records} records`);
  }
  work.progress.end();
  return { imported, awaited };
}

/** One error for all chunks that wait. It also says how many records were imported. */
function waits({ imported, awaited }: Kept): AwaitsApproval | AwaitsApprovals {
  const [first, ...more] = awaited as readonly [AwaitsApproval, ...AwaitsApproval[]];
  const isAll = imported.length === 0 && more.length === 0;
  return isAll ? first : new AwaitsApprovals(awaited.map(({ approval }) => approval));
}

const warnedText = (count: number) =>
  count === 0 ? [] : [`with warnings: ${count}; --dry-run shows them, --report FILE keeps them`];

const moreText = (more: number) => (more === 0 ? [] : [`… and ${more} more; --report FILE has all of them`]);

function importedText(imported: Imported): string {
  const superseded = imported.reduce((sum, one) => sum + one.supersededCredentials, 0);
  if (imported.length <= SHOWN_RECORDS) {
    const row = (one: Imported[number]) => [
      one.id,
      one.result,
      String(one.supersededCredentials),
      one.changedElements.join(' ') || '-',
    ];
    return table(['holder', 'result', 'superseded credentials', 'changed elements'], imported.map(row));
  }
  const count = (result: string) => imported.filter((one) => one.result === result).length;
  return `${imported.length} records: ${count('created')} new, ${count('updated')} changed, ${count('unchanged')} the same; ${superseded} credentials get a new version`;
}

/** Checks the whole file first, and imports nothing if there is any problem. */
export async function importFile(file: string, options: ImportOptions): Promise<void> {
  const connection = connectionOf(options);
  const { documentTypes: types } = await callAdmin(connection, 'listDocumentTypes', {});
  // Checks the format before reading the whole file.
  recordsOf(file, types);
  requireOther(file, options.report);
  const bookmark = await bookmarkOf(file);
  const done = options.dryRun ? 0 : await doneOf({ connection, types, file }, bookmark.done);
  if (done > 0 && !options.json) {
    process.stderr.write(`${done} records were imported before; going on behind them\n`);
  }
  const work: Work = { connection, types, file, progress: options.json ? SILENT : progress(), done };
  const { report, digests, problems, more } = await check(work, options.report);
  if (report.records === 0 && done === 0) throw new UsageError(`${file} has no records`);
  const { refused } = report.counts;
  if (options.dryRun || refused > 0) {
    const end = refused > 0 ? 'nothing was imported' : 'all records are right; nothing was imported';
    const lines = () => [...problems.map(problemLine), ...moreText(more), reportText(report)];
    const text = () => [...lines(), ...digests.map((digest) => `digest ${digest}`), end].join('\n');
    print({ ...report.summary(), digests, problems, moreProblems: more }, options, text);
    if (refused > 0) process.exitCode = EXIT.failed;
    return;
  }
  const kept = await keep(work, report, bookmark.keep);
  if (kept.awaited.length > 0) throw waits(kept);
  const { imported } = kept;
  bookmark.remove();
  const { withWarnings } = report.summary();
  const text = () => [importedText(imported), ...warnedText(withWarnings)].join('\n');
  print({ holders: imported, importedBefore: done, withWarnings }, options, text);
}
