import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../../conventions/network.ts';
import { IssuerError } from '../../../issuer/errors.ts';
import { AUTHENTICATED } from '../../../issuer/request-checks.ts';

/** The authenticated caller. */
export interface Caller {
  /** `pin …`, `subject …` or `address …`. Only for counting; never logged. */
  readonly id: string;
}

/** Authenticates the caller. @throws IssuerError `permissionDenied` */
export type CallerCheck = (request: IncomingMessage) => Promise<Caller>;

export function denied(description: string, cause?: unknown): IssuerError {
  const error = new IssuerError('permissionDenied', description, cause === undefined ? {} : { cause });
  error.condition = AUTHENTICATED.name;
  error.step = AUTHENTICATED.step;
  return error;
}

/** Accepts a caller with any one of several kinds of credentials. */
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

/** Accepts every caller; for the sandbox on a loopback address. */
export const anybody: CallerCheck = async ({ socket }) => ({
  id: `address ${networkOf(socket.remoteAddress ?? '')}`,
});
