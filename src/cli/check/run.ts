import { atSignal } from '../exit.ts';
import { notice, print, writeOut } from '../output.ts';
import { type Bench, benchOf, type CheckOptions } from './bench.ts';
import { ISSUER_STEPS } from './issuer-steps.ts';
import { MEDIATION_STEPS } from './mediation-steps.ts';
import { runSteps, type Step, type StepResult } from './steps.ts';

/** 128 and the number of SIGINT, as in a shell. */
const INTERRUPTED = 130;

const MARKS: Readonly<Record<StepResult['result'], string>> = {
  passed: 'ok',
  skipped: 'skipped',
  failed: 'FAILED',
  notRun: 'not run',
};

const STEPS = { issuer: ISSUER_STEPS, mediation: MEDIATION_STEPS } as const;

/** The steps of the interfaces that the server runs. */
function stepsOf({ setting }: Bench): readonly Step<Bench>[] {
  const interfaces = setting('interfaces') as readonly (keyof typeof STEPS)[];
  return interfaces.flatMap((name) => STEPS[name]);
}

const width = Math.max(...Object.values(STEPS).flatMap((steps) => steps.map(({ name }) => name.length)));

const lineOf = ({ step, result, seconds, text }: StepResult) =>
  `${MARKS[result].padEnd(7)}  ${step.padEnd(width)}  ${seconds.toFixed(2).padStart(6)} s  ${text}`.trimEnd();

export async function check(options: CheckOptions): Promise<void> {
  const { json = false } = options;
  const bench = await benchOf(options);
  const interruption = new AbortController();
  // What the run made is deleted, also after Ctrl-C.
  const ignoreSignals = atSignal(() => interruption.abort());
  const onResult = (result: StepResult) => {
    if (!json) writeOut(`${lineOf(result)}\n`);
  };
  const { results, exit } = await runSteps(stepsOf(bench), bench, {
    interrupted: interruption.signal,
    onResult,
  }).finally(ignoreSignals);
  process.exitCode = interruption.signal.aborted ? INTERRUPTED : exit;
  if (json) return print({ isPassed: exit === 0, steps: results }, { json }, () => '');
  const failed = results.find(({ result }) => result === 'failed');
  if (failed) notice(`the check failed at “${failed.step}”`);
}
