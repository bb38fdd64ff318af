import { type LintException, lint } from '../../../mediation/lint/index.ts';
import { lintView } from '../../../mediation/lint/view.ts';
import { progress, SILENT } from '../../output.ts';
import type { MediationOptions, MediationSession } from '../connection.ts';
import { readLive } from './read-live.ts';
import type { Report } from './report.ts';

/** Findings in what the server has, by rules that are applied here. */
export async function liveReport(
  session: MediationSession,
  exceptions: readonly LintException[],
  options: MediationOptions & { readonly format: string },
): Promise<Report> {
  const shown = options.json || options.format === 'json' ? SILENT : progress();
  const model = await readLive(session, Date.now(), shown).finally(() => shown.end());
  return lintView(lint({ ...model, exceptions }), model.publisherId);
}
