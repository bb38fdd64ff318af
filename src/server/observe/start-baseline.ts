import type { Logger } from 'pino';
import { noteBaseline } from '../../audit/index.ts';
import { baselineOf, memberDigests } from '../config/baseline.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../context.ts';

/** Tells what the server starts with, and what of it is another than at the start before. */
export async function startBaseline(context: Context, settings: Settings, logger: Logger): Promise<void> {
  const baseline = baselineOf(settings);
  const { digest } = baseline;
  const changed = await noteBaseline(context, { digest, members: memberDigests(baseline) });
  logger.info({ baseline: digest, changed }, 'configuration');
}
