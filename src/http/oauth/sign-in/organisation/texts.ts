import type { FinishedSignIn } from '../../../../accounts/organisation/index.ts';
import type { Refusal } from '../../../../accounts/organisation/judge.ts';

/** For the person who was refused; `name` is that of the organisation. */
const REFUSED: Readonly<Record<Refusal, (name: string) => string>> = {
  tenantNotAllowed: (name) => `Your account does not belong to ${name}. Choose another account.`,
  groupsLeftOut: (name) =>
    `You are in so many groups that ${name} does not list them. An administrator of ${name} has to use app roles instead of groups (claim roles).`,
  roleMissing: (name) =>
    `You are signed in to ${name}, but none of your groups has a role here. Ask an administrator of ${name}.`,
  strongSignInMissing: (name) =>
    `Your role needs a sign-in with a security key or another strong means, and ${name} did not confirm one.`,
  userDisabled: () => 'Your access to this server was taken away. Ask an administrator of this server.',
};

interface Shown {
  readonly status: number;
  readonly text: string;
}

/** What the sign-in page says after an attempt that did not succeed. */
export function problemOf(
  finished: Exclude<FinishedSignIn, { readonly outcome: 'signedIn' | 'askAgain' | 'expired' }>,
  name: string,
): Shown {
  if (finished.outcome === 'refused') return { status: 403, text: REFUSED[finished.reason](name) };
  if (finished.outcome === 'unreachable')
    return { status: 503, text: `The sign-in of ${name} does not answer. Try again in a moment.` };
  return { status: 403, text: `${name} did not sign you in: ${finished.cause.message}.` };
}
