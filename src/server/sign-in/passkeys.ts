import type { PasskeyPolicy, RelyingParty } from '../../accounts/passkeys/index.ts';
import { isBelow } from '../../conventions/is-below.ts';
import type { Settings } from '../config/settings.ts';

export type PasskeySettings = Pick<Settings, 'users' | 'oauth' | 'console' | 'adminTls'>;

/** An IP address has no domain that a browser could bind a passkey to. */
const isName = (host: string) => !host.startsWith('[') && !/^[\d.]+$/.test(host);

export const LOCAL = 'localhost';

/** The domain of passkeys; undefined if the public address has no host name. */
export function passkeyDomain({ users, oauth }: Pick<Settings, 'users' | 'oauth'>): string | undefined {
  const host = URL.parse(oauth.issuerUrl ?? '')?.hostname;
  if (host === undefined || !isName(host)) return undefined;
  return users.passkeyDomain ?? host;
}

/** The names of the consoles, with their ports, at which passkeys work. */
export const consoleNamesBelow = (
  { console }: Pick<Settings, 'console'>,
  domain: string,
): readonly string[] =>
  console.names.filter((name) => isBelow(name.toLowerCase().replace(/:\d+$/, ''), domain));

/** Whether the public address is below the domain of passkeys. */
export const isPublicBelow = ({ oauth }: Pick<Settings, 'oauth'>, domain: string): boolean =>
  isBelow(URL.parse(oauth.issuerUrl ?? '')?.hostname ?? '', domain);

export const passkeyPolicyOf = ({ users }: Pick<Settings, 'users'>): PasskeyPolicy => ({
  isRequired: users.passkeys === 'required',
  boundForAdministrators: users.deviceBoundAdministrators,
});

/**
 * The domain and the origins of passkeys, from the settings alone and never from a request. Browsers treat localhost as
 * secure, so there the operators' console works over plain HTTP too.
 */
export function relyingPartyOf(
  settings: PasskeySettings,
  adminPort: () => number | undefined,
): RelyingParty | undefined {
  const domain = passkeyDomain(settings);
  if (domain === undefined) return undefined;
  const fixed = [
    new URL(settings.oauth.issuerUrl ?? '').origin,
    ...consoleNamesBelow(settings, domain).map((name) => new URL(`https://${name.toLowerCase()}`).origin),
  ];
  return {
    domain,
    origins() {
      const port = adminPort();
      if (domain !== LOCAL || port === undefined) return fixed;
      const scheme = settings.adminTls.certificate === undefined ? 'http' : 'https';
      return [...fixed, new URL(`${scheme}://${LOCAL}:${port}`).origin];
    },
  };
}
