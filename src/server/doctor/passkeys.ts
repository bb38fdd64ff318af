import { passkeyDomain } from '../sign-in/passkeys.ts';
import { type Check, ok, warning } from './findings.ts';

/** Whether passwords alone suffice to sign in. This is accepted in a sandbox. */
export const passkeys: Check = ({ settings }) => {
  const { users, profile } = settings;
  const domain = passkeyDomain(settings);
  if (users.passkeys === 'required') return [ok(`every user needs a passkey for ${domain}`)];
  const text = 'users may sign in by password alone (users.passkeys is optional)';
  if (profile !== 'production') return [ok(text)];
  return [warning(text, 'set users.passkeys: required; see docs/operate/passkeys.md')];
};
