import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeOutcome } from '../../../accounts/sign-in/change-password.ts';
import { FORGED } from '../pages/messages.ts';
import { type PasswordPage, passwordChangedPage, passwordPage } from '../pages/sign-in.ts';
import { PATHS } from '../paths.ts';
import { limitOf, WRONG } from './admit.ts';
import { afterPassword } from './after-password.ts';
import {
  actionOf,
  destinationOf,
  field,
  type InteractionContext,
  leaveSession,
  show,
  type Visit,
} from './context.ts';

const SET_BY_OTHERS = 'An administrator set your password and may know it. Choose one that only you know.';
const OF_ONES_OWN = 'It ends all your sessions, and the access that you gave to applications.';

/** The form token of the password page outside an interaction. */
const ALONE = 'password';

interface Attempt {
  readonly outcome: ChangeOutcome;
  readonly email: string;
}

async function attempt(context: InteractionContext, request: FastifyRequest): Promise<Attempt> {
  const [email = '', password = '', chosen = '', repeat] = [
    'email',
    'password',
    'new-password',
    'repeat',
  ].map((name) => field(request, name));
  if (chosen !== repeat)
    return { email, outcome: { outcome: 'unfit', problem: 'The new passwords are not the same.' } };
  const device = context.devices.of(request, email);
  const credentials = { email, password, address: context.addressOf(request), device };
  return { email, outcome: await context.options.changePassword(credentials, chosen) };
}

/** Why the password was not changed, with the status; undefined if it was changed. */
function problemOf({ options }: InteractionContext, { outcome }: Attempt, reply: FastifyReply) {
  if (outcome.outcome === 'limited') return limitOf(options, outcome, reply);
  if (outcome.outcome === 'refused') return { status: 400, text: WRONG };
  return outcome.outcome === 'unfit' ? { status: 400, text: outcome.problem } : undefined;
}

type Shown = Pick<PasswordPage, 'email'> & { readonly status?: number; readonly problem?: string };

/** Shown after a correct password until the user has chosen a new one. */
export function showChange(
  context: InteractionContext,
  { request, reply, interaction }: Visit,
  { status = 200, ...shown }: Shown,
): FastifyReply {
  const page = passwordPage({
    action: `${actionOf(interaction)}/password`,
    csrf: context.tokens.issue(request, reply, interaction.uid),
    reason: SET_BY_OTHERS,
    leadsTo: destinationOf(interaction),
    ...shown,
  });
  return show(reply, status, page);
}

/** Changes the password and continues the sign-in. */
export async function changeAndSignIn(context: InteractionContext, visit: Visit): Promise<FastifyReply> {
  // All sessions of the user end with the old password. This interaction must not end with them.
  await leaveSession(context, visit.interaction);
  const tried = await attempt(context, visit.request);
  const problem = problemOf(context, tried, visit.reply);
  if (problem !== undefined)
    return showChange(context, visit, { email: tried.email, status: problem.status, problem: problem.text });
  const { outcome } = tried;
  if (outcome.outcome !== 'signedIn') throw new Error('a password that was changed signs its user in');
  return afterPassword(context, visit, outcome.user);
}

/** A separate page on which users change their password at any time. */
export function passwordRoutes(instance: FastifyInstance, context: InteractionContext): void {
  const shown = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, email, ...rest }: Shown,
  ): FastifyReply => {
    const csrf = context.tokens.issue(request, reply, ALONE);
    const page = passwordPage({ action: PATHS.password, csrf, reason: OF_ONES_OWN, email, ...rest });
    return show(reply, status, page);
  };

  instance.get(PATHS.password, (request, reply) => shown(request, reply, { email: '' }));

  instance.post(PATHS.password, async (request, reply) => {
    if (!context.tokens.accept(request, ALONE, field(request, 'csrf'))) return show(reply, 403, FORGED);
    const tried = await attempt(context, request);
    const problem = problemOf(context, tried, reply);
    if (problem === undefined) return show(reply, 200, passwordChangedPage());
    return shown(request, reply, { email: tried.email, status: problem.status, problem: problem.text });
  });
}
