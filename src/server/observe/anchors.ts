import type { Logger } from 'pino';
import type { AnchorAttempt, AnchorLag } from '../../audit/index.ts';
import type { AnchorKind } from '../../audit/ports/anchors.ts';
import { HOUR } from '../../conventions/time.ts';
import { causeOf } from './logger.ts';

/** A longer gap is an alarm, because verification shows it. */
export const ANCHOR_ALARM = HOUR;

/** Logs each anchor, and the first of several failed attempts in a row. */
export function observeAnchors(logger: Logger) {
  const faults = new Map<string, string>();
  return ({ place: { kind, name }, seal, fault }: AnchorAttempt): void => {
    if (!fault) {
      faults.delete(name);
      logger.info({ kind, seal }, 'audit log anchored');
      return;
    }
    if (faults.get(name) === fault.message) return;
    faults.set(name, fault.message);
    logger.warn(
      { kind, seal, fault: fault.message, ...(fault.cause !== undefined && causeOf(fault.cause)) },
      'audit log not anchored; the next attempt follows in a minute',
    );
  };
}

export interface AnchorWatch {
  /** The kinds of anchors that have been missing for more than an hour. */
  late(): readonly AnchorKind[];
  look(lags: readonly AnchorLag[]): void;
}

/** Logs once when anchors have been missing for an hour, and once when they are there again. */
export function anchorWatch(logger: Logger): AnchorWatch {
  let late: readonly AnchorKind[] = [];
  return {
    late: () => late,
    look(lags) {
      const before = late;
      late = lags.filter(({ lag }) => lag > ANCHOR_ALARM).map(({ place }) => place.kind);
      for (const kind of new Set(late))
        if (!before.includes(kind)) logger.error({ kind }, 'the audit log was not anchored for an hour');
      for (const kind of new Set(before))
        if (!late.includes(kind)) logger.info({ kind }, 'the audit log is anchored again');
    },
  };
}
