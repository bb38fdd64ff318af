import { UserError } from '../../conventions/user-error.ts';
import { ExchangeError } from '../../wallet/errors.ts';
import { EXIT } from '../exit.ts';

/** What a step needs does not exist on this server. */
export class Skipped extends Error {}

export interface Step<Bench> {
  readonly name: string;
  /** Also runs after a failure: it deletes what earlier steps made. */
  readonly deletes?: true;
  /** Resolves to what was seen. @throws Skipped, or any error if the server does not do what it must */
  readonly run: (bench: Bench) => Promise<string>;
}

export interface StepResult {
  readonly step: string;
  /** notRun: an earlier step failed, or the run was interrupted. */
  readonly result: 'passed' | 'skipped' | 'failed' | 'notRun';
  readonly seconds: number;
  readonly text: string;
}

interface StepsRun {
  readonly results: readonly StepResult[];
  readonly exit: number;
}

const UNREACHABLE: readonly string[] = ['unreachable', 'timeout'];

function exitOf(error: unknown): number {
  if (error instanceof ExchangeError && UNREACHABLE.includes(error.code)) return EXIT.unreachable;
  return error instanceof UserError ? EXIT[error.exit] : EXIT.failed;
}

async function resultOf<Bench>({ name: step, run }: Step<Bench>, bench: Bench) {
  const start = performance.now();
  const timed = (result: StepResult['result'], text: string): StepResult => ({
    step,
    result,
    seconds: Math.round(performance.now() - start) / 1000,
    text,
  });
  try {
    return { result: timed('passed', await run(bench)), exit: EXIT.done };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof Skipped) return { result: timed('skipped', message), exit: EXIT.done };
    return { result: timed('failed', message), exit: exitOf(error) };
  }
}

/** Runs the steps in their order until one fails; those that delete run in any case. */
export async function runSteps<Bench>(
  steps: readonly Step<Bench>[],
  bench: Bench,
  watched: { readonly interrupted: AbortSignal; readonly onResult: (result: StepResult) => void },
): Promise<StepsRun> {
  const results: StepResult[] = [];
  let exit: number = EXIT.done;
  for (const step of steps) {
    const isOver = exit !== EXIT.done || watched.interrupted.aborted;
    const notRun = { step: step.name, result: 'notRun', seconds: 0, text: '' } as const;
    const ended = isOver && !step.deletes ? { result: notRun, exit: EXIT.done } : await resultOf(step, bench);
    if (exit === EXIT.done) ({ exit } = ended);
    results.push(ended.result);
    watched.onResult(ended.result);
  }
  return { results, exit };
}
