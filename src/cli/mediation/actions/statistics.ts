import type { Desk, MediationOptions } from '../connection.ts';
import type { ImportOptions } from '../statistics/import-options.ts';
import { profileOf } from '../statistics/profile.ts';

export async function importStatistics(
  desk: Desk,
  options: ImportOptions & MediationOptions,
  path = '',
): Promise<void> {
  const profile = profileOf(options.source, options.profile);
  const on = await desk.account();
  const { reportingTimeZone: timeZone = 'UTC', currencyCode: currency = 'USD' } = await desk.api.call(
    'accounts.get',
    { on },
  );
  const { importRows } = await import('../statistics/import-rows.ts');
  await importRows(desk, { path, profile, timeZone, currency }, options);
}
