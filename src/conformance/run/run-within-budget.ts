import type { Need, Profile, Setup } from '../case.ts';
import { type Catalogue, chosenCases } from '../catalogue.ts';
import type { Report } from '../report/contract.ts';
import type { KnownFailures } from '../report/known-failures.ts';
import { makeReport } from '../report/make-report.ts';
import type { Recorder } from './recorder.ts';
import { type CaseResult, runCases } from './run-cases.ts';

/** What is the same for every interface. */
export interface RunSettings {
  readonly profile: Profile;
  readonly setup: readonly Setup[];
  /** Names of cases, see `chosenCases`; default all of the profile. */
  readonly only?: readonly string[];
  readonly known: KnownFailures;
  /** Everything random of the run is made from it. */
  readonly seed: string;
  /** Requests per second; 0 is without a limit. */
  readonly rate: number;
  /** Milliseconds for the whole run. */
  readonly budget: number;
  /** Ends the run early, as if its time were used up. */
  readonly interrupted?: AbortSignal;
  readonly runner: Report['runner'];
  readonly signedBy?: string;
  readonly onResult?: (result: CaseResult, done: number, all: number, requests: number) => void;
}

interface Stage<Bench> {
  readonly catalogue: Catalogue<Bench>;
  readonly target: Report['target'];
  readonly hooks: boolean;
  readonly recorder: Recorder;
  readonly has: (need: Need) => boolean;
  readonly bench: (note: (text: string) => void) => Bench;
  /** Deletes what the run made. Resolves to what could not be deleted. */
  readonly cleanUp: () => Promise<readonly string[]>;
}

/** Runs the chosen cases, removes what they made, and reports. */
export async function conduct<Bench>(settings: RunSettings, stage: Stage<Bench>): Promise<Report> {
  const { profile, setup, only, known, seed, budget, runner, signedBy } = settings;
  const { catalogue, target, hooks, recorder, has, bench } = stage;
  const start = Date.now();
  const cases = chosenCases(catalogue, profile, only);
  const results = await runCases({
    catalogue,
    cases,
    bench,
    has,
    ended() {
      if (settings.interrupted?.aborted) return 'the run was interrupted';
      return Date.now() - start > budget ? 'the time of the run was used up' : undefined;
    },
    recorder,
    onResult: (result, done) => settings.onResult?.(result, done, cases.length, recorder.requests),
  });
  const leftBehind = await stage.cleanUp();
  return makeReport(catalogue, results, known, {
    runner,
    target,
    profile,
    setup,
    hooks,
    seed,
    start,
    end: Date.now(),
    requests: recorder.requests,
    ...(signedBy !== undefined && { signedBy }),
    leftBehind,
  });
}
