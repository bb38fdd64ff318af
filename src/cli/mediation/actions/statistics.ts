import type { MediationOptions, MediationSession } from '../connection.ts';
import type { ImportOptions } from '../statistics/import-options.ts';
import { profileOf } from '../statistics/profile.ts';

export async function importStatistics(
  session: MediationSession,
  options: ImportOptions & MediationOptions,
  path = '',
): Promise<void> {
  const profile = profileOf(options.source, options.profile);
  const on = await session.account();
  const { reportingTimeZone: timeZone = 'UTC', currencyCode: currency = 'USD' } = await session.api.call(
    'accounts.get',
    { on },
  );
  const { importRows } = await import('../statistics/import-rows.ts');
  await importRows(session, { path, profile, timeZone, currency }, options);
}
