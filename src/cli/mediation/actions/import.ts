import { existsSync } from 'node:fs';
import { UsageError } from '../../cli-errors.ts';
import { EXIT } from '../../exit.ts';
import { counted, notice, print } from '../../output.ts';
import type { ImportOptions } from '../as-code/import.ts';
import { withPlanExitStatus } from '../as-code/plan-exit-status.ts';
import { targetFor } from '../as-code/target-for.ts';
import type { MediationSession } from '../connection.ts';

export interface Options extends ImportOptions {
  readonly replace?: boolean;
}

async function make(session: MediationSession, options: Options): Promise<number> {
  const { file, secrets, replace = false } = options;
  const taken = [file, ...(secrets === undefined ? [] : [secrets])].find((path) => existsSync(path));
  if (taken !== undefined && !replace) throw new UsageError(`${taken} exists; --replace overwrites it`);
  await session.account();
  const target = await targetFor(session.api, options);
  const { importInto } = await import('../as-code/import.ts');
  const { left, ...counts } = await importInto(session, target, options);
  for (const name of left) notice(`${name} is left out: its adapter is not on the server`, options);
  print({ file, ...counts }, options, () => {
    return `${file} has ${counted(counts.groups, 'group')} and ${counted(counts.mappings, 'mapping')}`;
  });
  return EXIT.done;
}

export const importFile = (session: MediationSession, options: Options): Promise<void> =>
  withPlanExitStatus(() => make(session, options), options);
