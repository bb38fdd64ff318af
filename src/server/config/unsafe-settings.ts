import { isExposed, isLoopback } from '../../storage/postgres/inspect.ts';
import { holdsSandboxRoot, readRoots, SANDBOX_ROOT_TRUSTED } from '../files/attestation.ts';
import { sandboxAuthorityIn, trustsSandboxAuthority, WALLET_TRUST } from '../files/wallet-trust.ts';
import { issuerTlsFiles, tlsFiles } from '../listeners/tls.ts';
import { SettingsError } from './load-settings.ts';
import { isOfPanels } from './panel-parts.ts';
import { SETTINGS, type Settings } from './settings.ts';

interface Danger {
  readonly applies: (settings: Settings) => boolean;
  /** The setting, the problem and the remedy. */
  readonly problem: string;
  /** `sandboxNetwork` accepts it in the sandbox. */
  readonly ofNetwork?: true;
}

const hasCallers = ({ issuer: { callers } }: Settings): boolean =>
  callers.pins.length > 0 || callers.jwks !== undefined;

const issuerHost = ({ host, issuer }: Settings): string =>
  issuer.port === undefined ? host : (issuer.host ?? host);

const showsCertificates = (settings: Settings): boolean =>
  settings.issuer.port !== undefined && issuerTlsFiles(settings) !== undefined;

/** Dangers in every profile. */
const ALWAYS: readonly Danger[] = [
  {
    applies: ({ oauth: { issuers } }) => new Set(issuers.map(({ issuer }) => issuer)).size < issuers.length,
    problem: 'oauth.issuers: an issuer has two entries, of which one would not count; leave one of them out',
  },
  {
    applies: (settings) => !isLoopback(issuerHost(settings)) && !hasCallers(settings),
    problem:
      'issuer.callers: anybody on the network could call the issuer panel; configure pins or jwks, or listen on 127.0.0.1',
    ofNetwork: true,
  },
  {
    applies: ({ host, tls }) => !isLoopback(host) && tlsFiles('tls', tls) === undefined,
    problem:
      'host: tokens and personal data must not travel over plain HTTP; configure tls, or listen on 127.0.0.1 behind a proxy that ends TLS on this machine',
    ofNetwork: true,
  },
  {
    applies: (settings) =>
      settings.issuer.port !== undefined && !isLoopback(issuerHost(settings)) && !issuerTlsFiles(settings),
    problem:
      'issuer.host: personal data must not travel over plain HTTP; configure issuer.tls, or listen on 127.0.0.1 behind a proxy that ends TLS on this machine',
    ofNetwork: true,
  },
  {
    applies: ({ adminHost, adminTls }) =>
      !isLoopback(adminHost) && tlsFiles('adminTls', adminTls) === undefined,
    problem:
      'adminHost: the admin token must not travel over plain HTTP; configure adminTls, or listen on 127.0.0.1 and reach it through a tunnel',
    ofNetwork: true,
  },
  {
    applies: (settings) => {
      const { pins, proxies } = settings.issuer.callers;
      return pins.length > 0 && proxies.length === 0 && !showsCertificates(settings);
    },
    problem:
      'issuer.callers.pins: clients are not asked for a certificate; configure issuer.port and issuer.tls, or issuer.callers.proxies',
  },
  {
    applies: ({ issuer: { callers } }) => callers.proxies.length > 0 && callers.pins.length === 0,
    problem:
      'issuer.callers.proxies: certificates that they pass on are compared with issuer.callers.pins; name those too',
  },
  {
    applies: ({ admin, oauth }) => admin.secondPerson.length > 0 && !oauth.embedded,
    problem:
      'admin.secondPerson: two people must sign in, which needs oauth.embedded: true; set it, or leave admin.secondPerson out',
  },
  {
    applies: ({ keys: { documentSigner } }) => documentSigner.rotateDays >= documentSigner.days,
    problem:
      'keys.documentSigner.rotateDays: a document signer must be rotated before its certificate ends; choose fewer days than keys.documentSigner.days',
  },
  {
    applies: ({ signIn, oauth }) => signIn.organisations.length > 0 && !oauth.embedded,
    problem:
      'signIn.organisations: the sign-in page is part of the built-in authorization server; set oauth.embedded: true',
  },
  {
    applies: ({ issuer: { callers } }) => callers.proxies.some((proxy) => /\/0+$/.test(proxy)),
    problem:
      'issuer.callers.proxies: every address would count as a proxy, and certificates are no secret; name the addresses of the proxies',
  },
];

/** Settings that identify the issuer. Certificates would contain the values of the sandbox for years. */
const IDENTITY = ['id', 'name', 'certificateUri'] as const;

const identityUnset: readonly Danger[] = IDENTITY.map((name) => {
  const schema = SETTINGS.find((setting) => setting.name === `issuer.${name}`)?.schema;
  const { default: usual } = (schema ?? {}) as { readonly default?: unknown };
  return {
    applies: ({ issuer }) => issuer[name] === usual,
    problem: `issuer.${name}: it is that of the sandbox; name the issuer's own`,
  };
});

/** A file that cannot be read is reported where it is used. */
function unlessUnreadable(isTrusted: () => boolean): boolean {
  try {
    return isTrusted();
  } catch (error) {
    if (error instanceof SettingsError) return false;
    throw error;
  }
}

/**
 * The driver never connects to an address that it refuses. Its message may quote the password, so it is
 * dropped.
 */
function exposes(name: string, url: string | undefined): boolean {
  if (url === undefined) return false;
  try {
    return isExposed(url);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError([
      `${name}: cannot be used (${code ?? 'invalid'}); correct the URL and its files`,
    ]);
  }
}

const DATABASE_URLS = ['url', 'replicaUrl'] as const;

/** Personal data is sent between this server and its database. */
const EXPOSED_DATABASE: readonly Danger[] = DATABASE_URLS.map((name) => ({
  applies: ({ database }) => exposes(`database.${name}`, database[name]),
  problem: `database.${name}: personal data must not travel to a server that is not verified; add sslmode=verify-full to the URL, and sslrootcert where its root is private, or use a socket or loopback`,
}));

const isPlain = (url: string | undefined): boolean => !url?.startsWith('https://');

const PRODUCTION: readonly Danger[] = [
  {
    applies: ({ sandboxNetwork }) => sandboxNetwork,
    problem: 'sandboxNetwork: it is for trying things with invented data; leave it out',
  },
  ...identityUnset,
  ...EXPOSED_DATABASE,
  {
    applies: () => process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    problem: 'NODE_TLS_REJECT_UNAUTHORIZED: no server would be verified; take it out of the environment',
  },
  {
    applies: ({ issuer }) => issuer.plaintext === true,
    problem: 'issuer.plaintext: personal data must not travel unencrypted; leave it out',
  },
  {
    applies: (settings) => !hasCallers(settings),
    problem:
      'issuer.callers: callers must show credentials; configure pins of their certificates, or jwks that their tokens are signed by',
  },
  {
    applies: ({ issuer: { records } }) => records.source === 'http' && !records.url?.startsWith('https://'),
    problem: 'issuer.records.url: records must not travel unencrypted; name an https:// address',
  },
  {
    applies: ({ issuer: { records } }) =>
      records.source === 'http' && (records.tokenFile ?? records.clientCertificate) === undefined,
    problem:
      'issuer.records: the system of record must authenticate this server; set tokenFile, or clientCertificate and clientKey',
  },
  {
    applies: ({ issuer: { notifications } }) => notifications.url?.startsWith('http://') === true,
    problem: 'issuer.notifications.url: ids of devices must not travel unencrypted; name an https:// address',
  },
  {
    applies: ({ issuer: { notifications } }) =>
      notifications.url !== undefined && notifications.clientCertificate === undefined,
    problem:
      'issuer.notifications: the wallet platform must authenticate this server; set clientCertificate and clientKey',
  },
  {
    applies: ({ issuer }) => issuer.attestation.revocationList === undefined,
    problem:
      'issuer.attestation.revocationList: withdrawn attestation keys would be believed; name a fresh copy of the published list',
  },
  {
    applies: ({ issuer: { attestation } }) => {
      const { roots } = attestation;
      return roots !== undefined && unlessUnreadable(() => holdsSandboxRoot(readRoots(roots)));
    },
    problem: SANDBOX_ROOT_TRUSTED,
  },
  ...WALLET_TRUST.map(
    (member): Danger => ({
      applies: (settings) => unlessUnreadable(() => trustsSandboxAuthority(settings, member)),
      problem: sandboxAuthorityIn(member),
    }),
  ),
  {
    applies: ({ keys }) => keys.custody === 'files' && !keys.extractable,
    problem:
      'keys.custody: keys in files can be copied; use pkcs11, or set keys.extractable: true where that is accepted',
  },
  {
    applies: ({ keys: { custody, pkcs11 } }) =>
      custody === 'pkcs11' && pkcs11.pin === undefined && pkcs11.pinFile === undefined,
    problem: 'keys.pkcs11.pinFile: the PIN of the token is not set; name the file that holds it',
  },
  {
    applies: ({ oauth }) => oauth.embedded && isPlain(oauth.issuerUrl),
    problem:
      'oauth.issuerUrl: passwords and tokens must not travel unencrypted; name the https:// address of the panels',
  },
  {
    applies: ({ oauth }) =>
      oauth.issuers.some(({ issuer, jwksUri = issuer }) => isPlain(issuer) || isPlain(jwksUri)),
    problem: 'oauth.issuers: keys of an issuer must not travel unprotected; use https:// addresses',
  },
];

/** A problem begins with the name of its setting. */
const isOfServer = ({ interfaces }: Settings, problem: string): boolean =>
  isOfPanels(interfaces, 'settings', problem.split(':')[0] ?? '');

/** The problems of a danger. If a related setting is missing, that is reported as a further problem. */
function problemsOf({ applies, problem }: Danger, settings: Settings): readonly string[] {
  if (!isOfServer(settings, problem)) return [];
  try {
    return applies(settings) ? [problem] : [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** All dangers in the settings, each with its remedy. */
export function dangersOf(settings: Settings): readonly string[] {
  const isAccepted = ({ ofNetwork }: Danger) => ofNetwork === true && settings.sandboxNetwork;
  const dangers =
    settings.profile === 'production'
      ? [...ALWAYS, ...PRODUCTION]
      : ALWAYS.filter((danger) => !isAccepted(danger));
  return [...new Set(dangers.flatMap((danger) => problemsOf(danger, settings)))];
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new SettingsError(problems);
}

/** @throws SettingsError with every danger and its remedy */
export function refuseDangers(settings: Settings): void {
  refuse(dangersOf(settings));
}

/** For commands that use the database only. @throws SettingsError */
export function refuseExposedDatabase(settings: Settings): void {
  if (settings.profile !== 'production') return;
  refuse(EXPOSED_DATABASE.flatMap((danger) => problemsOf(danger, settings)));
}
