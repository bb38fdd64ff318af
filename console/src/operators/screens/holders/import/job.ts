import type { HeadingProblem } from '../../../../../../src/client/import/columns.ts';
import type { AdminResponse } from '../../../api.ts';
import type { LocalProblem } from './source.ts';

type Checked = AdminResponse<'checkHolders'>['holders'][number];

/** A fault or warning, with its row and column. */
export interface Finding {
  readonly row: number;
  readonly column?: string | undefined;
  readonly id?: string | undefined;
  readonly severity: 'error' | 'warning';
  readonly path: string;
  /** The server's text, or a problem that the page found. */
  readonly problem: string | LocalProblem;
  readonly rule?: string;
}

export interface Change {
  readonly row: number;
  readonly id: string;
  readonly elements: readonly string[];
}

/** A group of records that waits for a second person. */
export interface WaitingChunk {
  readonly approvalId: string;
  readonly records: number;
}

type Phase = 'reading' | 'checking' | 'checked' | 'importing' | 'stopped' | 'signedOut' | 'failed' | 'done';

/** The state of an import that the page shows. */
export interface Job {
  readonly file: string;
  /** The person who started the import. It is not shown to others. */
  readonly personId: string;
  readonly phase: Phase;
  /** Records in the file. */
  readonly total: number;
  /** Records checked, or imported. */
  readonly done: number;
  readonly counts: Readonly<Record<Checked['result'], number>>;
  readonly headingProblems: readonly HeadingProblem[];
  readonly findings: readonly Finding[];
  readonly moreFindings: number;
  readonly changes: readonly Change[];
  readonly moreChanges: number;
  readonly imported: number;
  /** The record that was imported last. */
  readonly lastId?: string;
  /** Records that can still be sent. */
  readonly left: number;
  readonly superseded: number;
  readonly waiting: readonly WaitingChunk[];
  readonly error?: unknown;
}

/** The most findings and changes that the page shows. */
export const SHOWN = 500;

export const newJob = (file: string, personId: string): Job => ({
  file,
  personId,
  phase: 'reading',
  total: 0,
  done: 0,
  counts: { created: 0, updated: 0, unchanged: 0, refused: 0 },
  headingProblems: [],
  findings: [],
  moreFindings: 0,
  changes: [],
  moreChanges: 0,
  imported: 0,
  left: 0,
  superseded: 0,
  waiting: [],
});

/** Appends to a list up to the limit, and counts the rest. */
function first<Item>(list: readonly Item[], more: number, added: readonly Item[]) {
  const all = [...list, ...added];
  return [all.slice(0, SHOWN), more + Math.max(0, all.length - SHOWN)] as const;
}

interface Result {
  readonly result: Checked['result'];
  readonly findings: readonly Finding[];
  readonly change?: Change | undefined;
}

/** Adds results of the server to the job. */
export function withResults(job: Job, results: readonly Result[]): Job {
  const counts = { ...job.counts };
  for (const { result } of results) counts[result] += 1;
  const [findings, moreFindings] = first(
    job.findings,
    job.moreFindings,
    results.flatMap((one) => one.findings),
  );
  const [changes, moreChanges] = first(
    job.changes,
    job.moreChanges,
    results.flatMap(({ change }) => (change ? [change] : [])),
  );
  return { ...job, counts, findings, moreFindings, changes, moreChanges, done: job.done + results.length };
}
