import type { FastifyReply } from 'fastify';
import { show } from '../pages/send.ts';
import { signInPage } from '../pages/sign-in.ts';
import { limitOf, WRONG } from './admit.ts';
import { afterPassword } from './after-password.ts';
import {
  actionOf,
  clientNameOf,
  destinationOf,
  field,
  type InteractionContext,
  parameter,
  type Visit,
} from './context.ts';
import { isOperatorsClient } from './operator.ts';
import { showChange } from './password.ts';

interface Problem {
  readonly status: number;
  readonly text: string;
  readonly email: string;
}

export async function showSignIn(
  context: InteractionContext,
  { request, reply, interaction }: Visit,
  problem?: Problem,
): Promise<FastifyReply> {
  const { passkeys } = context.options;
  const page = signInPage({
    action: actionOf(interaction),
    csrf: context.tokens.issue(request, reply, interaction.uid),
    clientName: await clientNameOf(context, interaction),
    email: problem?.email ?? parameter(interaction, 'login_hint').slice(0, 254),
    leadsTo: destinationOf(interaction),
    ...(passkeys.relyingParty && { passkey: passkeys.beginSignIn(interaction.uid) }),
    organisations: isOperatorsClient(interaction) ? context.options.organisations.offered : [],
    ...(problem ? { problem: problem.text } : {}),
  });
  return show(reply, problem?.status ?? 200, page);
}

export async function signInBy(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  const { request, reply } = visit;
  const email = field(request, 'email') ?? '';
  const password = field(request, 'password') ?? '';
  const address = context.addressOf(request);
  const device = context.devices.of(request, email);
  const result = await context.options.signIn({ email, password, address, device });
  if (result.outcome === 'refused') return showSignIn(context, visit, { status: 400, text: WRONG, email });
  if (result.outcome === 'limited')
    return showSignIn(context, visit, { ...limitOf(context.options, result, reply), email });
  if (result.outcome === 'mustChangePassword') return showChange(context, visit, { email });
  return afterPassword(context, visit, result.user);
}
