import type { Logger } from 'pino';
import { keyDigest, sha256, statementOf } from '../../audit/index.ts';
import type { Seal } from '../../audit/ports/seals.ts';

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
