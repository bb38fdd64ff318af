import type { FastifyReply } from 'fastify';
import type { User } from '../../../accounts/ports/entities.ts';
import { proofPage, registrationPage } from '../pages/passkey.ts';
import { show } from '../pages/send.ts';
import { admitSignIn, BY_BOTH } from './admit.ts';
import { actionOf, destinationOf, type InteractionContext, type Visit } from './context.ts';

const partsOf = (context: InteractionContext, { request, reply, interaction }: Visit) => ({
  action: actionOf(interaction),
  csrf: context.tokens.issue(request, reply, interaction.uid),
  leadsTo: destinationOf(interaction),
});

export const isUnregistered = ({ options: { store, passkeys } }: InteractionContext, user: User) =>
  store.read((reader) => passkeys.mustRegister(reader, user));

export async function showRegistration(
  context: InteractionContext,
  visit: Visit,
  user: User,
): Promise<FastifyReply> {
  const { passkeys } = context.options;
  const { userId, email, role } = user;
  const page = registrationPage({
    ...partsOf(context, visit),
    options: await passkeys.beginRegistration(user, visit.interaction.uid),
    userId,
    email,
    isBound: passkeys.policy.boundForAdministrators && role === 'administrator',
  });
  return show(visit.reply, 200, page);
}

/** Continues after the password and the passkey. */
export async function afterBoth(
  context: InteractionContext,
  visit: Visit,
  user: User,
): Promise<FastifyReply> {
  if (await isUnregistered(context, user)) return showRegistration(context, visit, user);
  return admitSignIn(context, visit, user, BY_BOTH);
}

/** Continues after the right password: with the passkey, with its registration, or at once. */
export async function afterPassword(
  context: InteractionContext,
  visit: Visit,
  user: User,
): Promise<FastifyReply> {
  const { uid } = visit.interaction;
  const options = await context.options.passkeys.beginProof(user, () => uid, 'secondFactor');
  if (options) {
    const page = proofPage({ ...partsOf(context, visit), options, email: user.email });
    return show(visit.reply, 200, page);
  }
  if (await isUnregistered(context, user)) return showRegistration(context, visit, user);
  return admitSignIn(context, visit, user);
}
