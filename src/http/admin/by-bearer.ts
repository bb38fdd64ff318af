import type { FastifyRequest } from 'fastify';
import { OPERATOR } from '../../accounts/ids.ts';
import { RECENT_FOR } from '../../accounts/organisation/recent.ts';
import type { AdmitAdminToken } from '../../admin/policy/admin-token.ts';
import { type Authenticate, type Authenticated, authenticated } from '../../admin/policy/caller.ts';
import { requireRecentSignIn } from '../../admin/policy/recent-sign-in.ts';
import { type Clock, SECOND } from '../../conventions/time.ts';
import { bearerToken } from '../bearer-token.ts';
import { isFromHere } from '../from-here.ts';
import type { AdminAdmission } from './plugin.ts';

/** RFC 9470 3: the client has its user sign in again, not longer ago than `max_age` seconds. */
const STEP_UP = `Bearer error="insufficient_user_authentication", error_description="a more recent sign-in is needed", max_age="${RECENT_FOR / SECOND}"`;

interface ByBearerOptions {
  readonly authenticate: Authenticate;
  /** Absent if the admin token always works. */
  readonly admitAdminToken?: AdmitAdminToken | undefined;
  readonly clock: Clock;
}

/** Callers with a token in the Authorization header. */
export function byBearer({ authenticate, admitAdminToken, clock }: ByBearerOptions): AdminAdmission {
  const known = new WeakMap<FastifyRequest, Authenticated>();
  return {
    async identify(request) {
      const found = await authenticated(authenticate, bearerToken(request.headers.authorization));
      known.set(request, found);
      const { operatorId, role } = found;
      if (operatorId === OPERATOR) {
        const { methodName: method = 'unknown' } = request.routeOptions.config;
        await admitAdminToken?.({ requestId: request.id, method, isHere: isFromHere(request) });
      }
      return { operatorId, role };
    },
    async requireStepUp(request) {
      const found = known.get(request);
      if (found) requireRecentSignIn(found, clock());
    },
    challenge: (reason) => (reason === 'SIGN_IN_TOO_OLD' ? STEP_UP : 'Bearer'),
  };
}
