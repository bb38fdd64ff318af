import type { Case, Need } from '../case.ts';
import { type Catalogue, describeCase } from '../catalogue.ts';
import type { RecordedExchange, Recorder } from './recorder.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export interface CaseResult extends ReturnType<typeof describeCase>, Verdict {
  readonly milliseconds: number;
  readonly exchanges: readonly RecordedExchange[];
  /** Exchanges of the case that are not shown. */
  readonly omittedExchanges: number;
}

interface Run<Bench> {
  readonly catalogue: Catalogue<Bench>;
  readonly cases: readonly Case<Bench>[];
  /** `note` tells what differs although it is only advised. */
  readonly bench: (note: (text: string) => void) => Bench;
  readonly has: (need: Need) => boolean;
  /** Why nothing more may be sent. */
  readonly ended: () => string | undefined;
  readonly recorder: Recorder;
  readonly onResult: (result: CaseResult, done: number) => void;
}

async function verdict<Bench>(one: Case<Bench>, run: Run<Bench>): Promise<Verdict> {
  const missing = (one.needs ?? []).filter((need) => !run.has(need));
  if (missing.length > 0) return { result: 'notRun', reason: `needs ${missing.join(', ')}` };
  const end = run.ended();
  if (end !== undefined) return { result: 'notRun', reason: end };
  const notes: string[] = [];
  try {
    await one.run(run.bench((text) => notes.push(text)));
  } catch (error) {
    return verdictOf(error, run.catalogue.clauses[one.clause]!.level);
  }
  return notes.length > 0
    ? { result: 'warning', reason: [...new Set(notes)].join('; ') }
    : { result: 'pass' };
}

/** Runs the cases one after another, in the order of the catalogue. */
export async function runCases<Bench>(run: Run<Bench>): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const one of run.cases) {
    const start = performance.now();
    const decided = await verdict(one, run);
    const { exchanges, omitted } = run.recorder.take();
    const result = {
      ...describeCase(run.catalogue, one),
      ...decided,
      milliseconds: Math.round(performance.now() - start),
      exchanges,
      omittedExchanges: omitted,
    };
    results.push(result);
    run.onResult(result, results.length);
  }
  return results;
}
