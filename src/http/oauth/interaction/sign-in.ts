import type { FastifyReply } from 'fastify';
import { signInPage } from '../pages/sign-in.ts';
import {
  actionOf,
  clientNameOf,
  destinationOf,
  finish,
  type InteractionContext,
  leaveSession,
  parameter,
  show,
  type Visit,
} from './context.ts';
import { field } from './form.ts';

interface Problem {
  readonly status: number;
  readonly text: string;
  readonly email: string;
}

const WRONG = 'The email or the password is wrong.';

function waitText(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000));
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

export async function showSignIn(
  context: InteractionContext,
  { request, reply, interaction }: Visit,
  problem?: Problem,
): Promise<FastifyReply> {
  const page = signInPage({
    action: actionOf(interaction),
    csrf: context.tokens.issue(request, reply, interaction.uid),
    clientName: await clientNameOf(context, interaction),
    email: problem?.email ?? parameter(interaction, 'login_hint').slice(0, 254),
    leadsTo: destinationOf(interaction),
    ...(problem ? { problem: problem.text } : {}),
  });
  return show(reply, problem?.status ?? 200, page);
}

export async function signInBy(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  const { request, reply, interaction } = visit;
  const email = field(request, 'email') ?? '';
  const password = field(request, 'password') ?? '';
  const address = context.addressOf(request);
  const result = await context.options.signIn({ email, password, address });
  if (result.outcome === 'refused') return showSignIn(context, visit, { status: 400, text: WRONG, email });
  if (result.outcome === 'limited') {
    const wait = result.retryAt - context.options.clock();
    reply.header('retry-after', String(Math.max(1, Math.ceil(wait / 1000))));
    return showSignIn(context, visit, { status: 429, text: waitText(wait), email });
  }
  const { userId } = result.user;
  if (interaction.session?.accountId !== userId) await leaveSession(context, interaction);
  return finish(context, visit, { login: { accountId: userId, amr: ['pwd'], remember: false } });
}
