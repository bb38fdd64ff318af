import type { IncomingMessage } from 'node:http';
import { IssuerError } from '../../../issuer/errors.ts';

/** Who calls, by what was shown. */
export interface Caller {
  /** `pin …`, `subject …` or `address …`; for counting, never for the log. */
  readonly id: string;
}

/** Tells who calls, or throws IssuerError `permissionDenied`. */
export type CallerCheck = (request: IncomingMessage) => Promise<Caller>;

export const denied = (description: string, cause?: unknown): IssuerError =>
  new IssuerError('permissionDenied', description, cause === undefined ? {} : { cause });

/** Any of several kinds of credentials lets a caller in. */
export function anyOf(kinds: readonly CallerCheck[]): CallerCheck {
  const [only] = kinds;
  if (only && kinds.length === 1) return only;
  return async (request) => {
    const refusals: string[] = [];
    for (const check of kinds) {
      try {
        return await check(request);
      } catch (error) {
        if (!(error instanceof IssuerError)) throw error;
        refusals.push(error.message);
      }
    }
    throw denied(refusals.join('; '));
  };
}

/** For a sandbox on this machine. */
export const anybody: CallerCheck = async ({ socket }) => ({ id: `address ${socket.remoteAddress}` });
