import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { clientById } from '../../../accounts/client/console.ts';
import type { User } from '../../../accounts/ports/entities.ts';
import type { AuthorizationServerOptions } from '../options.ts';
import { sourceOf } from '../pages/page.ts';
import { PATHS } from '../paths.ts';
import type { DeviceCookies, FormTokens } from './cookies.ts';

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type InteractionResult = Parameters<Provider['interactionResult']>[2];

/** The dependencies of the pages of an interaction. */
export interface InteractionContext {
  readonly options: AuthorizationServerOptions;
  readonly provider: () => Provider;
  readonly tokens: FormTokens;
  readonly devices: DeviceCookies;
  /** The caller's network address, for the limits of attempts. */
  readonly addressOf: (request: FastifyRequest) => string;
}

/** One request of a browser during an interaction. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly interaction: Interaction;
}

/** The interaction in the address, if this browser started it. */
export async function interactionOf(
  { provider }: InteractionContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const interaction = await provider().interactionDetails(request.raw, reply.raw);
    return interaction.uid === (request.params as { readonly uid: string }).uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

export const actionOf = ({ uid }: Interaction) => `${PATHS.interaction}/${uid}`;

export const parameter = ({ params }: Interaction, name: string) => {
  const value = params[name];
  return typeof value === 'string' ? value : '';
};

/** Address to which the browser is redirected at the end of this interaction. */
export const destinationOf = (interaction: Interaction) => sourceOf(parameter(interaction, 'redirect_uri'));

export async function clientNameOf(
  { options }: InteractionContext,
  interaction: Interaction,
): Promise<string> {
  const clientId = parameter(interaction, 'client_id');
  const client = await clientById(options.store, clientId);
  return client?.name ?? clientId;
}

const signedIn = ({ options }: InteractionContext, { session }: Interaction) =>
  options.store.read((reader) => reader.user(session?.accountId ?? ''));

/** The signed-in user; undefined if the user is not active or has a password that another person set. */
export async function userOf(
  context: InteractionContext,
  interaction: Interaction,
): Promise<User | undefined> {
  const user = await signedIn(context, interaction);
  return user?.state === 'active' && user.passwordIsOwn ? user : undefined;
}

export async function mustChangePassword(context: InteractionContext, interaction: Interaction) {
  return (await signedIn(context, interaction))?.passwordIsOwn === false;
}

/** Stores the user's decision. Returns the address that continues the authorization request. */
export async function keepResult(
  { provider }: InteractionContext,
  { request, reply }: Visit,
  result: InteractionResult,
): Promise<string> {
  const isRefusal = 'error' in result;
  const returnTo = await provider().interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: !isRefusal,
  });
  // A relative address, so that the browser stays on the same host name.
  const { pathname, search } = new URL(returnTo);
  return `${pathname}${search}`;
}

export const goOn = ({ reply }: Visit, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(address, 303);

/** Stores the user's decision and continues the authorization request. */
export async function finish(
  context: InteractionContext,
  visit: Visit,
  result: InteractionResult,
): Promise<FastifyReply> {
  return goOn(visit, await keepResult(context, visit, result));
}

export function refuse(
  context: InteractionContext,
  visit: Visit,
  description = 'the user did not allow it',
): Promise<FastifyReply> {
  return finish(context, visit, { error: 'access_denied', error_description: description });
}

/** Ends the session of this browser and of this interaction. */
export async function leaveSession(
  { provider }: InteractionContext,
  interaction: Interaction,
): Promise<void> {
  const uid = interaction.session?.uid;
  if (uid === undefined) return;
  const session = await provider().Session.findByUid(uid);
  delete interaction.session;
  await interaction.persist();
  await session?.destroy();
}

/** Restarts the same authorization request without a session. */
export async function signInAnew(
  context: InteractionContext,
  { reply, interaction }: Visit,
): Promise<FastifyReply> {
  await leaveSession(context, interaction);
  const parameters = Object.entries(interaction.params).filter(([, value]) => typeof value === 'string');
  const query = new URLSearchParams(parameters as [string, string][]);
  return reply.redirect(`${PATHS.authorization}?${query}`, 303);
}

/** One value of a form; undefined if it is missing or repeated. */
export function field({ body }: FastifyRequest, name: string): string | undefined {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a name. */
export function fields({ body }: FastifyRequest, name: string): readonly string[] {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}
