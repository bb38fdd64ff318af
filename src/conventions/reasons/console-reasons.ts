import { reasonsOf } from './reason.ts';

const denied = reasonsOf('PERMISSION_DENIED');
const unauthenticated = reasonsOf('UNAUTHENTICATED');
const precondition = reasonsOf('FAILED_PRECONDITION');

/** Reasons of the two consoles and their pages. */
export const CONSOLE_REASONS = {
  HOST_UNKNOWN: reasonsOf('INVALID_ARGUMENT')(
    'The header `Host` names a host that this listener does not serve to browsers.',
    'Use an address of this machine with the port of the listener, or add the name to `console.names`.',
  ),
  NOT_FROM_CONSOLE: denied(
    'The request does not come from a page of this console.',
    'Use the page; programs use the interfaces themselves, with an access token.',
  ),
  SESSION_MISSING: unauthenticated('The browser is not signed in.', 'Sign in.'),
  SESSION_ENDED: unauthenticated(
    'The session has ended: by time, by sign-out, by an administrator, or because the user was changed.',
    'Sign in again.',
  ),
  SIGN_IN_REFUSED: unauthenticated('The email or the password is wrong.', 'Correct them.'),
  SIGN_INS_LIMITED: reasonsOf('RESOURCE_EXHAUSTED')(
    'Too many wrong passwords.',
    'Wait for the time that `Retry-After` names.',
  ),
  PASSWORD_CHANGE_REQUIRED: denied(
    'An administrator set the password, so the user must choose a new one.',
    'Choose a new password.',
  ),
  PASSWORD_UNFIT: reasonsOf('INVALID_ARGUMENT')('The new password breaks a rule.', 'Choose another.'),
  PASSWORD_WRONG: denied('The password is wrong.', 'Correct it.'),
  ROLE_MISSING: denied(
    "The user has no role, which the operators' console needs.",
    'An administrator gives it: `diptych users role`.',
  ),
  ORGANISATION_REFUSED: denied(
    'The organisation did not sign the person in, or the person may not sign in here; the message of the answer says why.',
    'See the refusals in `docs/operate/sign-in.md`.',
  ),
  ORGANISATION_UNREACHABLE: reasonsOf('UNAVAILABLE')(
    "The provider of the organisation's sign-in does not answer.",
    'Try again later.',
  ),
  ORGANISATION_SIGN_IN_EXPIRED: denied(
    'The sign-in by an organisation took too long, was finished already, or was begun in another browser.',
    'Begin again on the sign-in page.',
  ),
  CODE_INVALID: unauthenticated('The one-time code is unknown, used or expired.', 'Run `diptych console`.'),
  PASSKEY_REFUSED: denied(
    'The passkey was not accepted: it is unknown, its answer is wrong, old or used, or its counter went back.',
    'Try again, or use another passkey. The audit log records a counter that went back.',
  ),
  PASSKEY_NEEDED: denied(
    'The user has a passkey, so the password alone is not enough.',
    'Prove the passkey; the console asks for it.',
  ),
  PASSKEY_REGISTRATION_NEEDED: denied(
    'The settings ask for a passkey, and the user has none that they accept.',
    'Register one; the console offers it after the sign-in.',
  ),
  PASSKEY_UNFIT: reasonsOf('INVALID_ARGUMENT')(
    'The new passkey cannot be registered; the message of the answer says why.',
    'Try again, or use another authenticator.',
  ),
  PASSKEY_LIMIT: precondition('The user has as many passkeys as a user can have.', 'Remove one.'),
  PASSKEY_LAST: precondition(
    'It is the last passkey that the settings accept, and they ask for one.',
    'Register another one first.',
  ),
  PASSKEY_NOT_FOUND: reasonsOf('NOT_FOUND')('The user has no passkey with this id.', 'List them again.'),
  PASSKEYS_OFF: precondition(
    'Browsers bind passkeys to a host name, and the public address has none.',
    'Set `oauth.issuerUrl` to an address with a host name; in the sandbox `http://localhost:8080`.',
  ),
  FIRST_ADMINISTRATOR_NEEDED: denied(
    'A session of a one-time code can create the first administrator and nothing else.',
    'Create the first administrator.',
  ),
  ADMINISTRATOR_EXISTS: reasonsOf('FAILED_PRECONDITION')(
    'There is an administrator already.',
    'Sign in as an administrator.',
  ),
  SESSION_NOT_FOUND: reasonsOf('NOT_FOUND')(
    'There is no session with this id, or it has ended.',
    'List them again.',
  ),
  CONSOLE_OFF: reasonsOf('FAILED_PRECONDITION')('The consoles are off.', 'Set `console.enabled: true`.'),
} as const;
