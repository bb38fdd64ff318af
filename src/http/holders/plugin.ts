import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type OrganisationProvider,
  ProviderRefusal,
  ProviderUnreachable,
} from '../../accounts/ports/organisation.ts';
import { isPrintable } from '../../conventions/printable.ts';
import type { Clock } from '../../conventions/time.ts';
import { offerLink } from '../../issuer/offer/offer.ts';
import { creationRequests, possibleOffers } from '../../issuer/offer/requests.ts';
import type { SelfServiceCode } from '../../issuer/offer/self-service.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import { isCrossSite } from '../cross-site.ts';
import { leaveFor, show } from '../oauth/pages/send.ts';
import { type ObservedExchange, observeExchanges } from '../observe-exchanges.ts';
import { queryOf } from '../query.ts';
import type { TextCipher } from '../sealed-values.ts';
import { offerPage, type Problem, startPage } from './pages.ts';
import { HOLDER_PATHS } from './paths.ts';
import { holderCookies, randomSecret, WALLET_REQUEST } from './secrets.ts';

/** How holders sign in: a claim of an ID token is the id of the holder. */
export interface HolderSignIn {
  readonly provider: Pick<OrganisationProvider, 'authorization' | 'redeem'>;
  readonly claim: string;
  readonly codeOf: (holderId: string, signInId: string) => Promise<SelfServiceCode>;
}

interface HolderPageOptions {
  readonly issuerName: string;
  readonly policy: Pick<IssuerPolicy, 'addToWallet' | 'codeLink' | 'wallets' | 'documentTypes'>;
  readonly signIn: HolderSignIn | undefined;
  readonly cipher: TextCipher;
  readonly clock: Clock;
  /** Whether the caller may ask once more. */
  readonly allows: (request: FastifyRequest) => boolean;
  /** The address of this server. */
  readonly address: () => string;
  readonly observe: (exchange: ObservedExchange) => void;
}

/** Statuses of the refusals. */
const STATUS: Readonly<Record<Problem, number>> = {
  noCode: 400,
  wrongCode: 400,
  noDocument: 403,
  spent: 409,
  tooMany: 429,
  expired: 400,
  refused: 403,
  unreachable: 503,
  later: 503,
  elsewhere: 403,
};

const LONGEST_CODE = 512;
const BODY_LIMIT = 4096;

function holderIdIn(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  const value = claims[claim];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= 256 ? text : undefined;
}

/** `/add/`: hands a holder's code to a wallet. The code is in the body or in a fragment, never in an address or a log. */
export async function holderPagePlugin(instance: FastifyInstance, options: HolderPageOptions): Promise<void> {
  const { issuerName: issuer, policy, signIn, cipher, clock, address, allows, observe } = options;
  const { attempts, visits } = holderCookies({ cipher, clock, address });
  const fail = observeExchanges(instance, observe);

  await instance.register(formbody, { bodyLimit: BODY_LIMIT });

  const start = (
    request: FastifyRequest,
    reply: FastifyReply,
    problem?: Problem,
    cause?: unknown,
    status = problem ? STATUS[problem] : 200,
  ) => {
    if (problem) fail(request, { outcome: problem, ...(cause !== undefined && { cause }) });
    // After a refusal only another sign-in helps.
    const isSignedIn = problem === undefined && visits.of(request) !== undefined;
    const page = startPage({
      issuer,
      canSignIn: signIn !== undefined,
      isSignedIn,
      ...(problem && { problem }),
    });
    return show(reply, status, page);
  };

  instance.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error;
    // Of Fastify: a body that is too large, or of another type.
    if (statusCode < 500) return start(request, reply, 'wrongCode', undefined, statusCode);
    return start(request, reply, 'later', error);
  });

  /** Where a code came from elsewhere, nobody looks up whose it is, so that the page tells nobody which codes exist. */
  const offer = (reply: FastifyReply, code: string, documentType?: string) => {
    const offered = { code, ...(documentType !== undefined && { documentType }) };
    const requests = creationRequests(offered, policy);
    const offers = possibleOffers(offered, policy).map(({ documentType: docType, data }) => ({
      document: policy.documentTypes.get(docType)?.title ?? docType,
      link: offerLink(data),
    }));
    const link = policy.codeLink?.replace('{code}', encodeURIComponent(code));
    const isOfPlatform = policy.addToWallet !== undefined;
    return show(reply, 200, offerPage({ issuer, code, requests, link, isOfPlatform, offers }));
  };

  instance.get('/add', async (_request, reply) => reply.redirect(HOLDER_PATHS.page, 308));
  instance.get(HOLDER_PATHS.page, async (request, reply) => start(request, reply));

  instance.post<{ Body?: { readonly code?: unknown } }>(HOLDER_PATHS.page, async (request, reply) => {
    if (!allows(request)) return start(request, reply, 'tooMany');
    if (isCrossSite(request)) return start(request, reply, 'elsewhere');
    const given = request.body?.code ?? '';
    const code = typeof given === 'string' ? given.trim() : '\0';
    if (code.length > LONGEST_CODE || !isPrintable(code)) return start(request, reply, 'wrongCode');
    if (code !== '') return offer(reply, code);
    const visit = visits.of(request);
    if (visit === undefined || signIn === undefined) return start(request, reply, 'noCode');
    const issued = await signIn.codeOf(visit.holderId, visit.signInId);
    if (issued.outcome === 'issued') return offer(reply, issued.code, issued.documentType);
    return start(request, reply, issued.outcome);
  });

  if (signIn === undefined) return;

  const failed = (request: FastifyRequest, reply: FastifyReply, cause: unknown) => {
    if (cause instanceof ProviderUnreachable) return start(request, reply, 'unreachable', cause);
    if (cause instanceof ProviderRefusal) return start(request, reply, 'refused', cause);
    throw cause;
  };

  instance.get(HOLDER_PATHS.signIn, async (request, reply) => {
    const attempt = { state: randomSecret(), nonce: randomSecret(), verifier: randomSecret() };
    // The sealed request of a wallet, which waits for the sign-in.
    const [, wallet] = WALLET_REQUEST.exec(request.raw.url ?? '') ?? [];
    try {
      const target = await signIn.provider.authorization({ ...attempt, asksStrong: false });
      attempts.give(reply, { ...attempt, ...(wallet !== undefined && { wallet }) });
      return leaveFor(reply, target.href);
    } catch (cause) {
      return failed(request, reply, cause);
    }
  });

  instance.get(HOLDER_PATHS.signedIn, async (request, reply) => {
    const attempt = attempts.of(request);
    const query = queryOf(request);
    if (attempt === undefined || query.get('state') !== attempt.state)
      return start(request, reply, 'expired');
    attempts.drop(reply);
    try {
      const { claims } = await signIn.provider.redeem(query, attempt);
      const holderId = holderIdIn(claims, signIn.claim);
      if (holderId === undefined) return start(request, reply, 'noDocument');
      visits.give(reply, { holderId, signInId: randomSecret() });
      const { wallet } = attempt;
      return leaveFor(
        reply,
        wallet === undefined ? HOLDER_PATHS.page : `${HOLDER_PATHS.wallet}?request=${wallet}`,
      );
    } catch (cause) {
      return failed(request, reply, cause);
    }
  });
}
