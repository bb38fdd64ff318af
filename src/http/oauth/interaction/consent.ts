import type { FastifyReply } from 'fastify';
import { permissionsIn, type ScopeName, stringsOf } from '../../../accounts/permissions.ts';
import type { User } from '../../../accounts/ports/entities.ts';
import { consentPage } from '../pages/consent.ts';
import { show } from '../pages/send.ts';
import { grantedBy, type IdentityScope, identityIn } from '../provider/tokens.ts';
import {
  actionOf,
  clientNameOf,
  destinationOf,
  field,
  fields,
  finish,
  type Interaction,
  type InteractionContext,
  parameter,
  refuse,
  userOf,
  type Visit,
} from './context.ts';

/** The consent of a user. */
interface Allowed {
  readonly publishers: readonly string[];
  readonly identity: ReadonlySet<IdentityScope>;
  /** The audience of the tokens, and their scopes there. */
  readonly audience: string;
  readonly scopes: readonly string[];
}

/** Each consent is a new grant, so that earlier tokens keep their own selection of accounts. */
export async function keepGrant(
  { options, provider }: InteractionContext,
  interaction: Interaction,
  { userId }: User,
  { publishers, identity, audience, scopes }: Allowed,
): Promise<string> {
  const { Grant } = provider();
  const clientId = parameter(interaction, 'client_id');
  const granted = new Grant({ accountId: userId, clientId });
  if (identity.size > 0) granted.addOIDCScope(grantedBy(identity));
  if (scopes.length > 0) granted.addResourceScope(audience, scopes.join(' '));
  const grantId = await granted.save();
  const at = options.clock();
  const actor = { kind: 'user', callerId: userId } as const;
  const details = { after: { userId, clientId, publishers, audience, scopes } };
  await options.store.write(async (writer) => {
    await writer.insertConsent({ grantId, userId, clientId, publishers, createdAt: at });
    await writer.record({ subject: 'grant', subjectId: grantId, event: 'create', actor, details, at });
  });
  return grantId;
}

interface Wish {
  readonly permissions: ReadonlySet<ScopeName>;
  readonly identity: ReadonlySet<IdentityScope>;
}

export function wishOf({ options }: InteractionContext, interaction: Interaction): Wish {
  const scopes = parameter(interaction, 'scope').split(' ');
  return { permissions: permissionsIn(options.scopes, scopes), identity: identityIn(scopes) };
}

function returnsTo(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (!/^https?:$/.test(protocol)) return 'the application on this device';
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return isLoopback ? 'the application on this computer' : host;
}

export async function showConsent(
  context: InteractionContext,
  visit: Visit,
  problem?: string,
): Promise<FastifyReply> {
  const { request, reply, interaction } = visit;
  const user = await userOf(context, interaction);
  if (user === undefined) return refuse(context, visit);
  const names = await context.options.publishers.displayNames(user.publishers);
  const page = consentPage({
    action: actionOf(interaction),
    csrf: context.tokens.issue(request, reply, interaction.uid),
    clientName: await clientNameOf(context, interaction),
    returnsTo: returnsTo(parameter(interaction, 'redirect_uri')),
    email: user.email,
    publishers: user.publishers.map((id) => ({
      id,
      name: names.get(id) ?? 'Publisher account',
      isChosen: problem === undefined,
    })),
    ...wishOf(context, interaction),
    leadsTo: destinationOf(interaction),
    ...(problem === undefined ? {} : { problem }),
  });
  return show(reply, problem === undefined ? 200 : 400, page);
}

export async function decideConsent(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  const { request, interaction } = visit;
  if (field(request, 'decision') !== 'allow') return refuse(context, visit);
  const user = await userOf(context, interaction);
  if (user === undefined) return refuse(context, visit);
  const wish = wishOf(context, interaction);
  const asked = fields(request, 'publisher');
  const chosen = wish.permissions.size > 0 ? user.publishers.filter((id) => asked.includes(id)) : [];
  if (wish.permissions.size > 0 && chosen.length === 0) {
    return showConsent(context, visit, 'Choose at least one publisher account, or do not allow it.');
  }
  const { audience, scopes } = context.options;
  const grantId = await keepGrant(context, interaction, user, {
    publishers: chosen,
    identity: wish.identity,
    audience: audience(),
    scopes: stringsOf(scopes, wish.permissions),
  });
  return finish(context, visit, { consent: { grantId } });
}
