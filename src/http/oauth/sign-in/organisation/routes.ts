import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FinishedSignIn, interactionIn, type Party } from '../../../../accounts/organisation/index.ts';
import { ProviderRefusal, ProviderUnreachable } from '../../../../accounts/ports/organisation.ts';
import type { Failures } from '../../../observe-exchanges.ts';
import { queryOf } from '../../../query.ts';
import {
  field,
  finish,
  type InteractionContext,
  interactionOf,
  leaveSession,
  type Visit,
} from '../../interaction/context.ts';
import { isOperatorsClient } from '../../interaction/operator.ts';
import { showSignIn } from '../../interaction/sign-in.ts';
import { EXPIRED } from '../../pages/messages.ts';
import { leaveFor, show } from '../../pages/send.ts';
import { PATHS } from '../../paths.ts';
import { SIGN_IN } from './result.ts';
import { problemOf } from './texts.ts';

type Unsuccessful = Exclude<FinishedSignIn, { readonly outcome: 'signedIn' | 'askAgain' | 'expired' }>;

type Parameters = { readonly uid: string; readonly id: string };

const idOf = (request: FastifyRequest) => (request.params as Parameters).id;

/** Sign-in by the provider of an organisation, and what the provider sends to this server. */
export function organisationRoutes(
  instance: FastifyInstance,
  context: InteractionContext & { readonly failures: Failures },
): void {
  const { options, failures } = context;
  const { organisations } = options;

  /** The operators' sign-in that this browser began, and the organisation of the address. */
  const visitOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ readonly visit: Visit; readonly party: Party } | undefined> => {
    const interaction = await interactionOf(context, request, reply);
    const party = organisations.partyOf(idOf(request));
    if (interaction?.prompt.name !== 'login' || !isOperatorsClient(interaction)) return undefined;
    return party && { visit: { request, reply, interaction }, party };
  };

  const refused = (visit: Visit, party: Party, outcome: Unsuccessful): Promise<FastifyReply> => {
    const { name } = party.organisation;
    const cause = 'cause' in outcome ? outcome.cause : undefined;
    const result = 'reason' in outcome ? outcome.reason : outcome.outcome;
    failures.set(visit.request.raw, { outcome: result, ...(cause && { cause }) });
    return showSignIn(context, visit, { ...problemOf(outcome, name), email: '' });
  };

  instance.get(`${PATHS.interaction}/:uid/organisation/:id`, async (request, reply) => {
    const found = await visitOf(request, reply);
    if (found === undefined) return show(reply, 400, EXPIRED);
    const { visit, party } = found;
    try {
      return leaveFor(reply, (await organisations.start(party, visit.interaction.uid)).href);
    } catch (cause) {
      if (!(cause instanceof ProviderUnreachable)) throw cause;
      return refused(visit, party, { outcome: 'unreachable', cause });
    }
  });

  // The redirect address has no path of the interaction, because it is registered at the provider. The cookie of
  // the interaction is sent only below that path.
  instance.get(`${PATHS.organisation}/:id/callback`, async (request, reply) => {
    const state = queryOf(request).get('state') ?? '';
    const uid = interactionIn(state);
    const party = organisations.partyOf(idOf(request));
    const origin = party && organisations.consoleOf(party, state);
    if (origin !== undefined)
      // In the fragment, which no log records. The page of the console sends it with the cookie of its browser.
      return leaveFor(
        reply,
        `${origin}/console/#${new URLSearchParams({ organisation: `${queryOf(request)}` })}`,
      );
    if (uid === undefined || party === undefined) return show(reply, 400, EXPIRED);
    const path = `${PATHS.interaction}/${uid}/organisation/${party.organisation.id}/callback`;
    return leaveFor(reply, `${path}?${queryOf(request)}`);
  });

  instance.get(`${PATHS.interaction}/:uid/organisation/:id/callback`, async (request, reply) => {
    const found = await visitOf(request, reply);
    if (found === undefined) return show(reply, 400, EXPIRED);
    const { visit, party } = found;
    const { interaction } = visit;
    const finished = await organisations.finish(party, interaction.uid, queryOf(request));
    if (finished.outcome === 'expired') return show(reply, 400, EXPIRED);
    if (finished.outcome === 'askAgain') return leaveFor(reply, finished.address.href);
    if (finished.outcome !== 'signedIn') return refused(visit, party, finished);
    const { user, signInId } = finished;
    if (interaction.session?.accountId !== user.userId) await leaveSession(context, interaction);
    const login = { accountId: user.userId, remember: false };
    return finish(context, visit, { login, [SIGN_IN]: signInId });
  });

  // OpenID Connect Back-Channel Logout 2.5, 2.7 and 2.8.
  instance.post(`${PATHS.organisation}/:id/logout`, async (request, reply) => {
    const party = organisations.partyOf(idOf(request));
    reply.header('cache-control', 'no-store');
    const refuse = (status: number, error: string, cause?: Error) => {
      failures.set(request.raw, { outcome: error, ...(cause && { cause }) });
      return reply.code(status).send({ error });
    };
    const token = field(request, 'logout_token');
    if (party === undefined || token === undefined) return refuse(400, 'invalid_request');
    try {
      await organisations.logout(party, token);
      return reply.code(200).send();
    } catch (error) {
      if (error instanceof ProviderRefusal) return refuse(400, 'invalid_request', error);
      if (error instanceof ProviderUnreachable) return refuse(503, 'temporarily_unavailable', error);
      throw error;
    }
  });
}
