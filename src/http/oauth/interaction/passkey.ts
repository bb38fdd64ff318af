import type { FastifyReply } from 'fastify';
import { Compile } from 'typebox/compile';
import { StatusError } from '../../../conventions/status.ts';
import { NewPasskey } from '../../passkeys/shapes.ts';
import { admitSignIn, BY_BOTH, limitOf } from './admit.ts';
import { isUnregistered, showRegistration } from './after-password.ts';
import { field, type InteractionContext, leaveSession, type Visit } from './context.ts';
import { answerIn, assertionIn } from './passkey-answer.ts';
import { showSignIn } from './sign-in.ts';

/** Authentication methods in an ID token (RFC 8176): a passkey proves possession, and its authenticator the user. */
const BY_PASSKEY = ['pop', 'mfa'];

const checkNewPasskey = Compile(NewPasskey);

const WRONG = 'The passkey was not accepted. Sign in again, or use another one.';
const NOT_OWN = 'An administrator set your password. Sign in with it, and choose a new one.';

/** Signs in by a passkey, alone or after the password. */
export async function signInByPasskey(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  const { request, reply, interaction } = visit;
  const refused = (problem: { readonly status: number; readonly text: string }) =>
    showSignIn(context, visit, { ...problem, email: '' });
  const answer = assertionIn(request);
  if (answer === undefined) return refused({ status: 400, text: WRONG });
  const proven = await context.options.passkeys.prove({
    answer,
    holder: interaction.uid,
    purposes: ['signIn', 'secondFactor'],
    address: context.addressOf(request),
    deviceOf: (email) => context.devices.of(request, email),
  });
  if (proven.outcome === 'limited') return refused(limitOf(context.options, proven, reply));
  if (proven.outcome === 'refused') return refused({ status: 400, text: WRONG });
  const { user, purpose } = proven;
  if (!user.passwordIsOwn) return refused({ status: 400, text: NOT_OWN });
  if (await isUnregistered(context, user)) return showRegistration(context, visit, user);
  return admitSignIn(context, visit, user, purpose === 'secondFactor' ? BY_BOTH : BY_PASSKEY);
}

/** Registers the first passkey of a user who has just proved the password, and continues the sign-in. */
export async function registerAndSignIn(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  const { request, interaction } = visit;
  const refused = (text: string) => showSignIn(context, visit, { status: 400, text, email: '' });
  const given = { name: field(request, 'name'), passkey: answerIn(request) };
  // The challenge says that this user has proved the password on this page.
  const userId = field(request, 'user') ?? '';
  const user = await context.options.store.read((reader) => reader.user(userId));
  if (!checkNewPasskey.Check(given) || user?.state !== 'active')
    return refused('The passkey was not registered. Sign in again, and give it a short name.');
  // All sessions that the password began end with the first passkey. This interaction must not end with them.
  await leaveSession(context, interaction);
  try {
    const { name, passkey: answer } = given;
    await context.options.passkeys.register(user, {
      holder: interaction.uid,
      name,
      answer,
      isAtSignIn: true,
    });
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return refused(`${error.message} Sign in again.`);
  }
  return admitSignIn(context, visit, user, BY_BOTH);
}
