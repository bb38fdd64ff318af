import type { Logger } from 'pino';
import { keyDigest, SealFault, sha256, statementOf } from '../../audit/index.ts';
import type { Seal } from '../../audit/ports/seals.ts';
import type { Clock } from '../../conventions/effects.ts';
import { HOUR } from '../../conventions/time.ts';

/** Milliseconds between two looks at the last seals, at most. */
const CHECK_EVERY = HOUR;

export interface SealWatch {
  /** What is wrong with the seals; undefined when nothing is, or nothing is known yet. */
  fault(): string | undefined;
  /** Looks now. */
  check(): Promise<void>;
  /** Seals, and looks where an hour has passed. What it finds is told and does not stop the round. */
  round<T>(seal: () => Promise<T>): Promise<T | undefined>;
}

interface WatchParts {
  /** Tells what is wrong. */
  readonly look: () => Promise<string | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Tells once for each change whether the seals of the trail are those that were made. */
export function sealWatch({ look, clock, logger }: WatchParts): SealWatch {
  let fault: string | undefined;
  let lookedAt = clock();
  const found = (now: string | undefined) => {
    if (now === fault) return;
    fault = now;
    if (now === undefined) logger.info('the seals of the trail verify again');
    else logger.error({ problem: now }, 'the seals of the trail do not verify; nothing is sealed');
  };
  const check = async () => {
    lookedAt = clock();
    found(await look());
  };
  return {
    fault: () => fault,
    check,
    async round(seal) {
      // A fault that was mended is noticed at once.
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

/** The log is kept elsewhere than the database: it tells later which seals there were. */
export function observeSeals(logger: Logger) {
  return (seals: readonly Seal[]): void => {
    for (const seal of seals) {
      const statement = statementOf(seal);
      const { seal: number, lines } = statement;
      logger.info(
        { seal: number, lines, head: sha256(seal.statement), key: keyDigest(statement) },
        'trail sealed',
      );
    }
  };
}
