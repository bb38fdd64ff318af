import { statSync } from 'node:fs';
import type { HolderImport } from '../../admin/contract/holders/methods.ts';
import { AwaitsApproval } from '../../client/errors.ts';
import { chunksOf } from '../../client/import/chunks.ts';
import type { DocumentTypes } from '../../client/import/columns.ts';
import { AwaitsApprovals, callAdmin } from '../admin/client.ts';
import type { Connection, ConnectionOptions } from '../admin/connection.ts';
import { UsageError } from '../cli-errors.ts';
import { EXIT } from '../exit.ts';
import { notice, type Progress, print, progress, SILENT } from '../output.ts';
import { checkRecords, sendable } from './check.ts';
import { headOf } from './csv.ts';
import { countedRecords, grouped, ImportSpeed } from './import-speed.ts';
import { readAhead } from './read-ahead.ts';
import { FileReport, problemLine, reportFile, reportText } from './report.ts';
import { Results } from './results.ts';
import { type Bookmark, bookmarkOf } from './resume.ts';
import { ShownProblems } from './shown-problems.ts';
import { mappedFile, type SourceFile, sourceFile } from './source.ts';
import { betterEncoding } from './suggest/encoding.ts';
import { requireOther, type SourceRecord } from './text-file.ts';

export interface ImportOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly map?: string;
}

/** As much of a file as is read to judge its letters. */
const HEAD = 64 * 1024;

/** Maximum number of digests that are printed; --json has all of them. */
const SHOWN_DIGESTS = 10;

async function* skipping(records: AsyncIterable<SourceRecord>, count: number): AsyncGenerator<SourceRecord> {
  let left = count;
  for await (const record of records) {
    if (left > 0) left -= 1;
    else yield record;
  }
}

interface Work {
  readonly connection: Connection;
  readonly source: SourceFile;
  readonly bytes: number;
  readonly progress: Progress;
  /** Number of records at the beginning of the file that are already imported. */
  readonly done: number;
}

/**
 * Number of records at the beginning of the file that are already imported. A bookmark from another server,
 * or from before a restore, is ignored: the server would not know the last record before it.
 */
async function doneOf({ connection, source }: Pick<Work, 'connection' | 'source'>, bookmark: number) {
  if (bookmark === 0) return 0;
  for await (const { record } of skipping(source.open().records, bookmark - 1)) {
    const { holders } = await callAdmin(connection, 'checkHolders', { holders: [record as HolderImport] });
    return holders[0]?.result === 'updated' || holders[0]?.result === 'unchanged' ? bookmark : 0;
  }
  return 0;
}

/** Checks all remaining records; prints how much of the file was read. */
async function check(work: Work, reportPath: string | undefined) {
  const file = reportFile(reportPath);
  const shown = new ShownProblems();
  const report = new FileReport((problem) => {
    file.take(problem);
    shown.take(problem);
  });
  const { records, bytesRead } = work.source.open();
  const pace = new ImportSpeed();
  const checked = () =>
    work.progress.at(
      `checked ${countedRecords(report.records)} (${pace.text(report.records, bytesRead() / work.bytes)}), ${grouped(report.counts.refused)} would fail`,
    );
  const remaining = skipping(records, work.done);
  const digests = await checkRecords(work.connection, remaining, report, checked);
  work.progress.end();
  file.close();
  return { report, digests, shown };
}

interface Kept {
  readonly results: Results;
  readonly pace: ImportSpeed;
  /** Chunks that wait for a second person. */
  readonly awaited: readonly AwaitsApproval[];
}

/** Imports in chunks, each in one transaction; a bookmark records the progress. */
async function keep(work: Work, report: FileReport, results: Results, mark: (done: number) => void) {
  const awaited: AwaitsApproval[] = [];
  const pace = new ImportSpeed();
  const remaining = skipping(work.source.open().records, work.done);
  for await (const chunk of readAhead(chunksOf(sendable(remaining, report)))) {
    const changed = chunk.find(({ problems }) => problems.length > 0);
    if (changed) {
      const text = 'has problems that it did not have when it was checked; run the same command again';
      throw new UsageError(`${changed.place} ${text}`);
    }
    const holders = chunk.map(({ holder }) => holder);
    try {
      results.add((await callAdmin(work.connection, 'importHolders', { holders })).holders);
    } catch (error) {
      if (!(error instanceof AwaitsApproval)) throw error;
      awaited.push(error);
    }
    // Chunks after one that waits will be sent again together with it.
    if (awaited.length === 0) mark(work.done + results.count);
    const { count } = results;
    const share = pace.text(count, count / report.records);
    work.progress.at(`imported ${grouped(count)} of ${countedRecords(report.records)} (${share})`);
  }
  work.progress.end();
  return { results, pace, awaited };
}

/** One error for all chunks that wait. It also says how many records were imported. */
function waits({ results, awaited }: Kept): AwaitsApproval | AwaitsApprovals {
  const [first, ...more] = awaited as readonly [AwaitsApproval, ...AwaitsApproval[]];
  const isAll = results.count === 0 && more.length === 0;
  return isAll ? first : new AwaitsApprovals(awaited.map(({ approval }) => approval));
}

const warnedText = (count: number) =>
  count === 0 ? [] : [`with warnings: ${count}; --dry-run shows them, --report FILE keeps them`];

const moreText = (more: number) => (more === 0 ? [] : [`… and ${more} more; --report FILE has all of them`]);

/** For the person who approves the import; a file with problems cannot be imported. */
function digestsText(digests: readonly string[], refused: number): readonly string[] {
  if (refused > 0) return [];
  const more = digests.length - SHOWN_DIGESTS;
  const lines = digests.slice(0, SHOWN_DIGESTS).map((digest) => `digest ${digest}`);
  return more > 0 ? [...lines, `… and ${grouped(more)} more digests; --json prints all of them`] : lines;
}

/** Prints what an import would do. */
function printCheck({ report, digests, shown }: Awaited<ReturnType<typeof check>>, json: boolean) {
  const { refused } = report.counts;
  const { problems, more } = shown;
  const end = refused > 0 ? 'nothing was imported' : 'all records are right; nothing was imported';
  const lines = () => [...problems.map(problemLine), ...moreText(more), reportText(report)];
  const text = () => [...lines(), ...digestsText(digests, refused), end].join('\n');
  print({ ...report.summary(), digests, problems, moreProblems: more }, { json }, text);
  if (refused > 0) process.exitCode = EXIT.failed;
}

/** Tells once which columns the map leaves out, so that none is forgotten, and whether its encoding is doubtful. */
function opened(file: string, types: DocumentTypes, { map, json = false }: ImportOptions): SourceFile {
  if (map === undefined) return sourceFile(file, types);
  let isTold = false;
  const source = mappedFile(file, map, types, (columns) => {
    if (!isTold && columns.length > 0) notice(`the map does not use: ${columns.join(', ')}`, { json });
    isTold = true;
  });
  const { encoding = 'utf-8' } = source;
  const better = betterEncoding(headOf(file, HEAD), encoding);
  if (better !== undefined)
    notice(`the letters of the file fit ${better} better than ${encoding}; compare its names`, { json });
  return source;
}

/** Keeps the progress. Tells once if that is not possible; an import from the beginning changes nothing twice. */
function marking({ keep }: Pick<Bookmark, 'keep'>, json: boolean): (done: number) => void {
  let isPossible = true;
  return (done) => {
    const fault = isPossible ? keep(done) : undefined;
    if (fault === undefined) return;
    isPossible = false;
    notice(`the progress cannot be kept (${fault}); if interrupted, the import begins again`, { json });
  };
}

/** Checks the whole file first, and imports nothing if there is any problem. */
export async function importRecords(
  connection: Connection,
  file: string,
  types: DocumentTypes,
  options: ImportOptions,
): Promise<void> {
  const { json = false, dryRun = false } = options;
  const source = opened(file, types, options);
  requireOther(file, options.report);
  const bookmark = await bookmarkOf(file, source.encoding, source.map);
  const done = dryRun ? 0 : await doneOf({ connection, source }, bookmark.done);
  if (done > 0) notice(`${done} records were imported before; going on behind them`, { json });
  const bytes = statSync(file).size;
  const work: Work = { connection, source, bytes, progress: json ? SILENT : progress(), done };
  const checked = await check(work, options.report);
  const { report } = checked;
  if (report.records === 0 && done === 0) throw new UsageError(`${file} has no records`);
  if (dryRun || report.counts.refused > 0) {
    printCheck(checked, json);
    return;
  }
  const kept = await keep(work, report, new Results({ all: json }), marking(bookmark, json));
  if (kept.awaited.length > 0) throw waits(kept);
  const { results, pace } = kept;
  bookmark.remove();
  const { withWarnings } = report.summary();
  const text = () => [results.text(pace), ...warnedText(withWarnings)].join('\n');
  print({ holders: results.all, importedBefore: done, withWarnings }, options, text);
}
