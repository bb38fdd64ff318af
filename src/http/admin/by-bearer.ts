import type { FastifyRequest } from 'fastify';
import { OPERATOR } from '../../accounts/ids.ts';
import { requireRecentProof } from '../../accounts/recent-proof.ts';
import type { AdmitAdminToken } from '../../admin/access/admin-token.ts';
import { type Authenticate, type Authenticated, authenticated } from '../../admin/access/caller.ts';
import type { Clock } from '../../conventions/time.ts';
import { bearerToken } from '../bearer-token.ts';
import { isLocalRequest } from '../local-requests.ts';
import { stepUpChallenge } from './challenge.ts';
import type { AdminAdmission } from './plugin.ts';

interface ByBearerOptions {
  readonly authenticate: Authenticate;
  /** Absent if the admin token always works. */
  readonly admitAdminToken?: AdmitAdminToken | undefined;
  readonly clock: Clock;
}

/** Callers with a token in the Authorization header. */
export function byBearer({ authenticate, admitAdminToken, clock }: ByBearerOptions): AdminAdmission {
  const callers = new WeakMap<FastifyRequest, Authenticated>();
  return {
    async identify(request) {
      const caller = await authenticated(authenticate, bearerToken(request.headers.authorization));
      callers.set(request, caller);
      const { operatorId, role } = caller;
      if (operatorId === OPERATOR) {
        const { methodName: method = 'unknown' } = request.routeOptions.config;
        await admitAdminToken?.({ requestId: request.id, method, isHere: isLocalRequest(request) });
      }
      return { operatorId, role };
    },
    async requireStepUp(request) {
      const proof = callers.get(request)?.proof;
      if (proof) requireRecentProof(proof, clock());
    },
    challenge: (reason) => stepUpChallenge(reason) ?? 'Bearer',
  };
}
