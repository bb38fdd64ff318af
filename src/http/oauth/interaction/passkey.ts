import type { FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { AssertionJson } from '../../../accounts/passkeys/index.ts';
import { StatusError } from '../../../conventions/status.ts';
import { Assertion, NewPasskey } from '../../passkeys/shapes.ts';
import { admitted, limitOf } from './admit.ts';
import { isUnregistered, showRegistration } from './after-password.ts';
import { field, type InteractionContext, type Visit } from './context.ts';
import { showSignIn } from './sign-in.ts';

/** Authentication methods in an ID token (RFC 8176): a passkey proves possession, and its authenticator the user. */
const BY_PASSKEY = ['pop', 'mfa'];
const BY_BOTH = ['pwd', 'pop', 'mfa'];

const checkAssertion = Compile(Assertion);
const checkNewPasskey = Compile(NewPasskey);

function answerIn(request: FastifyRequest): unknown {
  try {
    return JSON.parse(field(request, 'answer') ?? '');
  } catch {
    return undefined;
  }
}

const WRONG = 'The passkey was not accepted. Sign in again, or use another one.';
const NOT_OWN = 'An administrator set your password. Sign in with it, and choose a new one.';

/** Signs in by a passkey, alone or after the password. */
export async function signInByPasskey(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  const { request, reply, interaction } = visit;
  const refused = (problem: { readonly status: number; readonly text: string }) =>
    showSignIn(context, visit, { ...problem, email: '' });
  const answer = answerIn(request);
  if (!checkAssertion.Check(answer)) return refused({ status: 400, text: WRONG });
  const proven = await context.options.passkeys.prove({
    answer: answer as AssertionJson,
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
  return admitted(context, visit, user, purpose === 'secondFactor' ? BY_BOTH : BY_PASSKEY);
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
  // The password alone registers only the first passkey, and the page may be older than that one.
  if (!(await isUnregistered(context, user)))
    return refused('You have registered a passkey meanwhile. Sign in with it.');
  try {
    await context.options.passkeys.register(user, interaction.uid, given.name, given.passkey);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return refused(`${error.message} Sign in again.`);
  }
  return admitted(context, visit, user, BY_BOTH);
}
