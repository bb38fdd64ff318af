import { parseConfiguration } from '../../../mediation/as-code/index.ts';
import { formatted } from '../../../mediation/as-code/print.ts';
import { configurationSchema } from '../../../mediation/as-code/schema.ts';
import { readText } from '../../bounded-file.ts';
import { EXIT } from '../../exit.ts';
import { print, writeOut } from '../../output.ts';
import { writeTextFile } from '../as-code/lock-file.ts';
import { withPlanExitStatus } from '../as-code/plan-exit-status.ts';
import type { MediationOptions, MediationSession } from '../connection.ts';

export interface Options {
  readonly file: string;
  readonly check?: boolean;
}

async function format(options: Options & MediationOptions): Promise<number> {
  const { file, check = false } = options;
  const text = readText(file);
  parseConfiguration(text, file);
  const usual = formatted(text);
  const isUsual = usual === text;
  if (!isUsual && !check) writeTextFile(file, usual);
  const done = check ? `${file} is not formatted; run diptych mediation fmt` : `${file} was formatted`;
  print({ file, changed: !isUsual }, options, () => (isUsual ? `${file} is formatted` : done));
  return check && !isUsual ? EXIT.failed : EXIT.done;
}

export const fmt = (_session: MediationSession, options: Options & MediationOptions): Promise<void> =>
  withPlanExitStatus(() => format(options), options);

export const schema = (): void => writeOut(`${JSON.stringify(configurationSchema(), null, 2)}\n`);
