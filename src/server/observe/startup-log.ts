import type { Logger } from 'pino';
import { recordBaseline } from '../../audit/index.ts';
import { baselineOf, memberDigests } from '../config/effective-settings.ts';
import { onePersonPowers, tooFewPeople } from '../config/one-person-powers.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../context/context.ts';
import { returnProblem } from '../files/erased-may-return.ts';

/** Records the settings at the start, and logs which of them have changed since the last start. */
export async function recordConfiguration(
  context: Context,
  settings: Settings,
  logger: Logger,
): Promise<void> {
  const baseline = baselineOf(settings);
  const { digest } = baseline;
  const changed = await recordBaseline(context, { digest, members: memberDigests(baseline) });
  await context.mediation?.recordCatalogue({ kind: 'start' });
  logger.info({ baseline: digest, changed }, 'configuration');
}

/** Logs at the start that the sandbox is open to the network. */
export function warnOfOpenSandbox({ sandboxNetwork }: Settings, logger: Logger): void {
  if (sandboxNetwork) logger.warn('sandboxNetwork: anybody who can reach a listener can use it');
}

/** Logs at each start that erased people may be back, until that is settled. */
export function warnOfErasedMayReturn({ folder }: Context, logger: Logger): void {
  const problem = returnProblem(folder);
  if (problem) logger.warn(`${problem.text}; ${problem.remedy}`);
}

/**
 * Logs at the start what one person can do alone, and whether there are enough administrators for approvals.
 */
export async function logOnePersonPowers(
  { accounts }: Context,
  settings: Settings,
  logger: Logger,
): Promise<void> {
  const left = onePersonPowers(settings);
  const level = settings.profile === 'production' ? 'warn' : 'info';
  if (left) logger[level](`${left.text}; ${left.remedy}`);
  if (settings.admin.secondPerson.length === 0) return;
  const few = tooFewPeople(settings, await accounts.store.read((reader) => reader.administrators()));
  if (few) logger.warn(`${few.text}; ${few.remedy}`);
}
