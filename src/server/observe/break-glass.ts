import type { Logger } from 'pino';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { BreakGlass, BreakGlassEvent } from '../break-glass/break-glass.ts';

/** Logs openings and uses as errors, so that a person looks. The reason is only in the audit log: it can name people. */
export function observeBreakGlass(logger: Logger, { breakGlass }: Metrics) {
  // A series that starts with its first event would hide it from `increase`.
  for (const event of ['open', 'use', 'refuse', 'close']) breakGlass.inc({ event }, 0);
  return (happened: BreakGlassEvent): void => {
    breakGlass.inc({ event: happened.event });
    if (happened.event === 'refuse') return;
    const subjectId = happened.opening.id;
    if (happened.event === 'close')
      logger.info({ subjectId }, 'break glass closed; the admin token was replaced');
    else if (happened.event === 'open')
      logger.error({ subjectId }, 'break glass opened: the admin token works');
    else {
      const { requestId, method } = happened.use;
      logger.error({ subjectId, requestId, method }, 'admin token used while break glass is open');
    }
  };
}

export function breakGlassWarnings(breakGlass: BreakGlass | undefined): readonly string[] {
  const until = breakGlass?.openUntil();
  return until === undefined ? [] : [`break glass is open until ${new Date(until).toISOString()}`];
}
