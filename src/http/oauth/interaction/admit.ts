import type { FastifyReply } from 'fastify';
import type { User } from '../../../accounts/ports/entities.ts';
import { EXPIRED } from '../pages/messages.ts';
import { show } from '../pages/send.ts';
import { goOn, type InteractionContext, keepResult, leaveSession, type Visit } from './context.ts';

/** Password and passkey, as authentication methods in an ID token (RFC 8176). */
export const BY_BOTH = ['pwd', 'pop', 'mfa'];

export const WRONG = 'The email or the password is wrong.';

function waitText(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000));
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** The answer to a user who has no attempts left. */
export function limitOf(
  { clock }: Pick<InteractionContext['options'], 'clock'>,
  { retryAt }: { readonly retryAt: number },
  reply: FastifyReply,
) {
  const wait = retryAt - clock();
  reply.header('retry-after', String(Math.max(1, Math.ceil(wait / 1000))));
  return { status: 429, text: waitText(wait) };
}

/** Continues the authorization request as this user, who may have been changed since the password was checked. */
export async function admitSignIn(
  context: InteractionContext,
  visit: Visit,
  { userId, email, passwordHash }: User,
  amr: readonly string[] = ['pwd'],
): Promise<FastifyReply> {
  const { request, reply, interaction } = visit;
  if (interaction.session?.accountId !== userId) await leaveSession(context, interaction);
  const login = { accountId: userId, amr: [...amr], remember: false };
  const address = await keepResult(context, visit, { login });
  // A change from now on ends this sign-in, too, because it is stored.
  const current = await context.options.store.read((reader) => reader.user(userId));
  if (current?.state !== 'active' || current.passwordHash !== passwordHash) {
    await interaction.destroy();
    return show(reply, 400, EXPIRED);
  }
  context.devices.give(request, reply, email);
  return goOn(visit, address);
}
