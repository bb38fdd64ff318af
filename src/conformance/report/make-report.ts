import type { Profile } from '../case.ts';
import { type Catalogue, digestOf } from '../catalogue.ts';
import type { CaseResult } from '../run/run-cases.ts';
import type { CaseReport, Report } from './contract.ts';
import type { KnownFailures } from './known-failures.ts';
import { levelsOf, summaryOf } from './summary.ts';

/** What the runner knows about a run besides the results. */
interface RunFacts {
  readonly runner: Report['runner'];
  readonly target: Report['target'];
  readonly profile: Profile;
  readonly setup: readonly string[];
  readonly hooks: boolean;
  readonly seed: string;
  readonly start: number;
  readonly end: number;
  readonly requests: number;
  readonly signedBy?: string;
  readonly leftBehind: readonly string[];
}

function reportOf(one: CaseResult, known: KnownFailures): CaseReport {
  const { needs, exchanges, ...rest } = one;
  const reason = Object.hasOwn(known, one.id) ? known[one.id] : undefined;
  return {
    ...rest,
    needs: [...needs],
    exchanges: [...exchanges],
    ...(reason !== undefined && { known: reason }),
  };
}

export function makeReport<Bench>(
  catalogue: Catalogue<Bench>,
  results: readonly CaseResult[],
  known: KnownFailures,
  facts: RunFacts,
): Report {
  const { start, end, setup, leftBehind, ...rest } = facts;
  const cases = results.map((one) => reportOf(one, known));
  return {
    format: 'diptych-conformance-1',
    ...rest,
    catalogue: {
      interface: catalogue.name as Report['catalogue']['interface'],
      cases: catalogue.cases.length,
      sha256: digestOf(catalogue),
    },
    setup: [...setup],
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    levels: levelsOf(cases),
    summary: summaryOf(cases),
    leftBehind: [...leftBehind],
    cases,
  };
}
