import type { Settings } from './settings.ts';
import { isExposedHttp } from './sign-in-rules.ts';

/** A setting below `issuer.wallets`, and its problem. */
type Problem = readonly [string, string];

/** What HAIP 1.0, section 4, requires of an issuer, and the setting that decides it. The rest holds always. */
const HAIP: readonly (readonly [isMet: (settings: Settings) => boolean, ...Problem])[] = [
  [
    ({ issuer }) => issuer.wallets.walletAttestation === 'required',
    'walletAttestation',
    'must be required: wallets authenticate themselves at the pushed request and token endpoints (Token Endpoint)',
  ],
  [
    ({ issuer }) => !issuer.wallets.anonymous,
    'anonymous',
    'must be false: no wallet is anonymous (Wallet Attestation)',
  ],
  [
    ({ issuer }) => issuer.wallets.keyAttestation !== 'off',
    'keyAttestation',
    'must be optional or required: wallets can send key attestations (Key Attestation)',
  ],
  [
    ({ issuer }) => issuer.wallets.clients.some(({ redirectUris }) => redirectUris !== undefined),
    'clients',
    'must have a wallet with redirectUris: credentials are issued by the authorization code flow (Authorization Endpoint)',
  ],
];

/** The sentences of HAIP that the settings do not meet; none if there is no such interface. */
export const haipProblems = (settings: Settings): readonly Problem[] =>
  settings.issuer.wallets.documentTypes === undefined
    ? []
    : HAIP.flatMap(([isMet, ...problem]) => (isMet(settings) ? [] : [problem]));

const TRUST = [
  ['walletAttestation', 'walletTrust'],
  ['keyAttestation', 'keyTrust'],
] as const;

/** Addresses that no wallet receives, or by which others would read the code. */
const isUnsafe = (address: string): boolean =>
  isExposedHttp(address) || /^(javascript|data|blob|file|about):/i.test(address);

function clientProblems({ clients }: Settings['issuer']['wallets']): readonly Problem[] {
  const ids = clients.map(({ id }) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) < index));
  const unsafe = clients.filter(({ redirectUris = [] }) => redirectUris.some(isUnsafe));
  return [
    ...[...repeated].map((id) => ['clients', `has ${id} twice`] as const),
    ...unsafe.map(({ id }) => {
      const problem = 'which is neither https://, nor the scheme of an app, nor on this machine';
      return ['clients', `gives ${id} a redirect address ${problem}`] as const;
    }),
  ];
}

/** The rules for wallets by OpenID4VCI, which the schema cannot express. */
export function walletProblems(settings: Settings): readonly Problem[] {
  const { wallets } = settings.issuer;
  const untrusted = TRUST.filter(([mode, trust]) => wallets[mode] !== 'off' && wallets[trust] === undefined);
  return [
    ...untrusted.map(([mode, trust]) => [trust, `is missing: ${mode} needs it`] as const),
    ...clientProblems(wallets),
    ...(wallets.profile === 'haip' ? haipProblems(settings) : []),
  ];
}
