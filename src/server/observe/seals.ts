import type { Logger } from 'pino';
import { keyDigest, SealFault, sha256, statementOf } from '../../audit/index.ts';
import type { Seal } from '../../audit/ports/seals.ts';
import { type Clock, HOUR } from '../../conventions/time.ts';

/** Maximum interval between two checks of the last seals, in milliseconds. */
const CHECK_EVERY = HOUR;

export interface SealWatch {
  /** The problem of the seals; undefined if they are valid or have not been checked yet. */
  fault(): string | undefined;
  /** Checks the seals now. */
  check(): Promise<void>;
  /** Seals, and checks the last seals once an hour. A fault is logged and does not stop the rounds. */
  round<T>(seal: () => Promise<T>): Promise<T | undefined>;
}

interface WatchParts {
  /** Resolves with the problem, if there is one. */
  readonly look: () => Promise<string | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Logs once when seals become invalid, and once when they are valid again. */
export function sealWatch({ look, clock, logger }: WatchParts): SealWatch {
  let fault: string | undefined;
  let lookedAt = clock();
  const found = (now: string | undefined) => {
    if (now === fault) return;
    fault = now;
    if (now === undefined) logger.info('the seals of the audit log verify again');
    else logger.error({ problem: now }, 'the seals of the audit log do not verify; nothing is sealed');
  };
  const check = async () => {
    lookedAt = clock();
    found(await look());
  };
  return {
    fault: () => fault,
    check,
    async round(seal) {
      // As long as there is a fault, every round checks again, so that a repair is noticed at once.
      if (fault !== undefined || clock() - lookedAt >= CHECK_EVERY) await check();
      try {
        return await seal();
      } catch (error) {
        if (!(error instanceof SealFault)) throw error;
        found(error.message);
        return undefined;
      }
    },
  };
}

/**
 * Logs each seal. The server log is stored outside of the database, so it can later prove which seals
 * existed.
 */
export function observeSeals(logger: Logger) {
  return (seals: readonly Seal[]): void => {
    for (const seal of seals) {
      const statement = statementOf(seal);
      const { seal: number, lines } = statement;
      logger.info(
        { seal: number, lines, head: sha256(seal.statement), key: keyDigest(statement) },
        'audit log sealed',
      );
    }
  };
}
