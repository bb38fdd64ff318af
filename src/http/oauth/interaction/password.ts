import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../../accounts/ports/entities.ts';
import type { ChangeOutcome } from '../../../accounts/sign-in/change-password.ts';
import { FORGED } from '../pages/messages.ts';
import { passwordProofPage } from '../pages/passkey.ts';
import { show } from '../pages/send.ts';
import { type PasswordPage, passwordChangedPage, passwordPage } from '../pages/sign-in.ts';
import { PATHS } from '../paths.ts';
import { limitOf, WRONG } from './admit.ts';
import { afterBoth, afterPassword } from './after-password.ts';
import {
  actionOf,
  destinationOf,
  field,
  type InteractionContext,
  leaveSession,
  type Visit,
} from './context.ts';
import { assertionIn } from './passkey-answer.ts';

const SET_BY_OTHERS = 'An administrator set your password and may know it. Choose one that only you know.';
const OF_ONES_OWN = 'It ends all your sessions, and the access that you gave to applications.';

/** The form token of the password page outside an interaction. */
const ALONE = 'password';

const FIELDS = ['email', 'password', 'new-password', 'repeat'] as const;

interface Attempt {
  readonly byPasskey: boolean;
  readonly outcome: ChangeOutcome;
  readonly email: string;
}

/** `holder`: the page, to which the proof of a passkey is bound. */
async function attempt(
  context: InteractionContext,
  request: FastifyRequest,
  holder: string,
): Promise<Attempt> {
  const [email = '', password = '', chosen = '', repeat] = FIELDS.map((name) => field(request, name));
  if (chosen !== repeat)
    return {
      email,
      byPasskey: false,
      outcome: { outcome: 'unfit', problem: 'The new passwords are not the same.' },
    };
  const device = context.devices.of(request, email);
  const credentials = { email, password, address: context.addressOf(request), device };
  const answer = assertionIn(request);
  const deviceOf = (of: string) => context.devices.of(request, of);
  const passkey = answer && { answer, holder, deviceOf };
  const outcome = await context.options.changePassword(credentials, chosen, passkey);
  return { email, outcome, byPasskey: passkey !== undefined };
}

interface ProofStep {
  readonly action: string;
  readonly csrf: string;
  readonly holder: string;
  readonly leadsTo?: readonly string[];
}

/** Asks for the passkey that must follow the right password. The form sends what was typed again: nothing keeps it. */
async function showProof(
  { options }: InteractionContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, action, csrf, holder, leadsTo = [] }: ProofStep & { readonly user: User },
): Promise<FastifyReply> {
  const proof = await options.passkeys.beginProof(user, () => holder, 'secondFactor');
  if (proof === undefined) throw new Error('a user who needs a passkey has one');
  const typed = FIELDS.map((name) => [name, field(request, name) ?? ''] as const);
  const page = passwordProofPage({ action, csrf, options: proof, email: user.email, leadsTo, typed });
  return show(reply, 200, page);
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
  const { request, reply, interaction } = visit;
  const { uid } = interaction;
  const tried = await attempt(context, request, uid);
  if (tried.outcome.outcome === 'passkeyNeeded')
    return showProof(context, request, reply, {
      user: tried.outcome.user,
      action: `${actionOf(interaction)}/password`,
      csrf: context.tokens.issue(request, reply, uid),
      holder: uid,
      leadsTo: destinationOf(interaction),
    });
  const problem = problemOf(context, tried, visit.reply);
  if (problem !== undefined)
    return showChange(context, visit, { email: tried.email, status: problem.status, problem: problem.text });
  const { outcome } = tried;
  if (outcome.outcome !== 'signedIn') throw new Error('a password that was changed signs its user in');
  return (tried.byPasskey ? afterBoth : afterPassword)(context, visit, outcome.user);
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
    const csrf = field(request, 'csrf') ?? '';
    if (!context.tokens.accept(request, ALONE, csrf)) return show(reply, 403, FORGED);
    // The token is that of this browser.
    const tried = await attempt(context, request, csrf);
    if (tried.outcome.outcome === 'passkeyNeeded') {
      const step = { action: PATHS.password, csrf, holder: csrf };
      return showProof(context, request, reply, { ...step, user: tried.outcome.user });
    }
    const problem = problemOf(context, tried, reply);
    if (problem === undefined) return show(reply, 200, passwordChangedPage());
    return shown(request, reply, { email: tried.email, status: problem.status, problem: problem.text });
  });
}
