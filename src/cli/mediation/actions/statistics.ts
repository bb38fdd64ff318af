import type { Desk, MediationOptions } from '../connection.ts';
import { profileOf, type Source } from '../statistics/profile.ts';

export interface Options {
  readonly source: Source;
  readonly profile?: string;
  readonly again?: boolean;
  readonly dryRun?: boolean;
}

export async function importStatistics(
  desk: Desk,
  options: Options & MediationOptions,
  path = '',
): Promise<void> {
  const profile = profileOf(options.source, options.profile);
  const on = await desk.account();
  const { reportingTimeZone: timeZone = 'UTC' } = await desk.api.call('accounts.get', { on });
  const { importRows } = await import('../statistics/import-rows.ts');
  await importRows(desk, { path, profile, timeZone }, options);
}
