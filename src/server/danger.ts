import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

interface Danger {
  readonly applies: (settings: Settings) => boolean;
  /** What is wrong, and what to do. */
  readonly problem: string;
}

/** Callers are not authenticated yet, so nothing but this machine may reach a sandbox. */
const SANDBOX: readonly Danger[] = [
  {
    applies: ({ host }) => !LOOPBACK.has(host),
    problem:
      'host: a sandbox has no caller credentials; listen on 127.0.0.1 and forward to it from a proxy that has',
  },
  {
    applies: ({ adminHost }) => !LOOPBACK.has(adminHost),
    problem: 'adminHost: the admin interface has no TLS; listen on 127.0.0.1 and reach it through a tunnel',
  },
];

const PRODUCTION: readonly Danger[] = [
  ...SANDBOX,
  {
    applies: ({ issuer }) => issuer.plaintext === true,
    problem: 'issuer.plaintext: personal data must not travel unencrypted; leave it out',
  },
  {
    applies: ({ issuer }) => issuer.attestation.revocationList === undefined,
    problem: 'issuer.attestation.revocationList: name a fresh copy of the published list',
  },
  {
    applies: ({ oauth }) => oauth.embedded && !oauth.issuerUrl?.startsWith('https://'),
    problem:
      'oauth.issuerUrl: passwords and tokens must not travel unencrypted; name the https:// address of the panels',
  },
  {
    applies: ({ oauth }) =>
      oauth.issuers.some(
        ({ issuer, jwksUri = issuer }) => ![issuer, jwksUri].every((uri) => uri.startsWith('https://')),
      ),
    problem: 'oauth.issuers: keys of an issuer must not travel unprotected; use https:// addresses',
  },
  {
    applies: ({ issuer }) => issuer.callers.jwks === undefined,
    problem:
      'issuer.callers.jwks: callers must show credentials; name the JWK set that their tokens are signed by',
  },
  {
    applies: () => true,
    problem:
      'profile: production needs keys that cannot be extracted, which this version has not; use the sandbox',
  },
];

/** @throws SettingsError naming every danger and its remedy. */
export function refuseDangers(settings: Settings): void {
  const dangers = settings.profile === 'production' ? PRODUCTION : SANDBOX;
  const problems = dangers.filter(({ applies }) => applies(settings)).map(({ problem }) => problem);
  if (problems.length > 0) throw new SettingsError(problems);
}
