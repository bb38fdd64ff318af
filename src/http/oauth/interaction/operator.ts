import type { FastifyReply } from 'fastify';
import { CONSOLE } from '../../../accounts/client/console.ts';
import { ADMIN_SCOPE, adminAudienceOf } from '../paths.ts';
import { SIGN_IN } from '../sign-in/organisation/result.ts';
import { keepGrant, wishOf } from './consent.ts';
import {
  finish,
  type Interaction,
  type InteractionContext,
  parameter,
  refuse,
  signInAnew,
  userOf,
  type Visit,
} from './context.ts';

export const isOperatorsClient = (interaction: Interaction) =>
  parameter(interaction, 'client_id') === CONSOLE.clientId;

/**
 * The built-in client needs no consent, because it belongs to this server and the user's role limits what it
 * may do. But the password is required each time, because any program on the user's machine could claim to be
 * this client (RFC 8252 8.6).
 */
export async function admitOperator(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  const { interaction } = visit;
  if (interaction.lastSubmission?.login === undefined) return signInAnew(context, visit);
  const user = await userOf(context, interaction);
  if (user?.role === undefined) {
    return refuse(context, visit, 'the user has no role in the administration');
  }
  const grantId = await keepGrant(context, interaction, user, {
    publishers: [],
    identity: wishOf(context, interaction).identity,
    audience: adminAudienceOf(context.options.issuer()),
    scopes: [ADMIN_SCOPE],
  });
  const signInId = interaction.lastSubmission[SIGN_IN];
  if (typeof signInId === 'string') await context.options.organisations.link(signInId, grantId);
  return finish(context, visit, { consent: { grantId } });
}
