import { chunksOf } from '../../../../../../src/client/import/chunks.ts';
import { allOf } from '../../../../../../src/client/pages.ts';
import { isWaiting, type Waiting } from '../../../../api/client.ts';
import { Abandoned } from '../../../../frame/abandoned.ts';
import type { AdminResponse } from '../../../api.ts';

import { columnOfPath, headingFor } from './columns.ts';
import { type Finding, type Job, withResults } from './job.ts';
import { type HolderImport, type LocalProblem, type Placed, placed, type SourceFile } from './source.ts';

/** The calls that an import makes. */
export interface Calls {
  check(holders: readonly HolderImport[]): Promise<AdminResponse<'checkHolders'>>;
  import(holders: readonly HolderImport[]): Promise<AdminResponse<'importHolders'> | Waiting>;
}

/** Holds the state of an import that the page shows. */
export interface Board {
  show(change: (job: Job) => Job): void;
  isGivenUp(): boolean;
}

const refused = (row: number, id: string | undefined, problem: LocalProblem) => ({
  result: 'refused' as const,
  findings: [{ row, id, severity: 'error', path: '', column: problem.column, problem } satisfies Finding],
});

/** Checks all records without storing any. Returns those that can be imported. */
export async function checkAll(
  { sources, headings, headingProblems }: SourceFile,
  { check }: Pick<Calls, 'check'>,
  { show, isGivenUp }: Board,
): Promise<readonly Placed[]> {
  show((job) => ({ ...job, phase: 'checking', total: sources.length, headingProblems }));
  const sendable: Placed[] = [];
  const seen = new Map<string, number>();
  for (const source of sources) {
    const { row } = source;
    const one = placed(source);
    if ('kind' in one) {
      show((job) => withResults(job, [refused(row, undefined, one)]));
      continue;
    }
    const { id } = one.holder;
    const earlier = seen.get(id);
    if (earlier !== undefined)
      show((job) => withResults(job, [refused(row, id, { kind: 'again', text: String(earlier) })]));
    else {
      seen.set(id, row);
      sendable.push(one);
    }
  }
  for await (const chunk of chunksOf(sendable)) {
    if (isGivenUp()) {
      show((job) => ({ ...job, phase: 'stopped' }));
      return [];
    }
    const { holders } = await check(chunk.map(({ holder }) => holder));
    const results = holders.map(({ id, result, changedElements, findings }, index) => {
      const row = chunk[index]?.row ?? 0;
      return {
        result,
        change: result === 'updated' ? { row, id, elements: changedElements } : undefined,
        findings: findings.map(({ severity, path, problem, rule }) => ({
          row,
          id,
          severity: severity as Finding['severity'],
          path,
          column: columnOfPath(path, headings) ?? (headings.length > 0 ? headingFor(path) : undefined),
          problem,
          rule,
        })),
      };
    });
    show((job) => withResults(job, results));
  }
  show((job) => ({ ...job, phase: 'checked' }));
  return sendable;
}

/**
 * Imports chunk by chunk; each succeeds or fails as a whole. Returns the records that were not imported: failed, given
 * up, or waiting for approval.
 */
export async function importAll(
  records: readonly Placed[],
  calls: Pick<Calls, 'import'>,
  { show, isGivenUp }: Board,
): Promise<readonly Placed[]> {
  show((job) => ({ ...job, phase: 'importing', done: job.imported, waiting: [], error: undefined }));
  const left: Placed[] = [];
  const chunks = await allOf(chunksOf(records));
  for (const [index, chunk] of chunks.entries()) {
    if (isGivenUp()) {
      show((job) => ({ ...job, phase: 'stopped' }));
      return [...left, ...chunks.slice(index).flat()];
    }
    try {
      const answer = await calls.import(chunk.map(({ holder }) => holder));
      if (isWaiting(answer)) {
        left.push(...chunk);
        const waiting = { approvalId: answer.approval.id, records: chunk.length };
        show((job) => ({ ...job, waiting: [...job.waiting, waiting], done: job.done + chunk.length }));
        continue;
      }
      const superseded = answer.holders.reduce((sum, one) => sum + one.supersededCredentials, 0);
      show((job) => ({
        ...job,
        done: job.done + chunk.length,
        imported: job.imported + chunk.length,
        superseded: job.superseded + superseded,
        lastId: chunk.at(-1)!.holder.id,
      }));
    } catch (error) {
      const isAbandoned = error instanceof Abandoned;
      show((job) => ({ ...job, ...(isAbandoned ? { phase: 'stopped' } : { phase: 'failed', error }) }));
      return [...left, ...chunks.slice(index).flat()];
    }
  }
  show((job) => ({ ...job, phase: 'done' }));
  return left;
}
