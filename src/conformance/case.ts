import type { HookAction } from './hooks/contract.ts';

/** What the operator says about the configuration of the issuer (`--setup`). */
export const SETUP = {
  testRoot: 'the issuer trusts the test root for attestation',
  encryptionRequired: 'the issuer refuses unencrypted values',
  plaintext: 'the issuer accepts unencrypted values',
  revocationList: 'the revocation list of the issuer names the test serial number',
  applicationSigners: 'the issuer checks who signed the wallet application',
} as const;

export type Setup = keyof typeof SETUP;

/** What a case needs besides the address. Without it, the case is not run. */
export type Need =
  | Setup
  | 'caller credentials'
  | 'code'
  | 'transaction code'
  | 'client'
  | 'attested wallets'
  | 'attested keys'
  | 'ad unit'
  | `hook ${HookAction}`;

/** One thing that a correct server does. */
export interface Case<Bench> {
  /** Unique in its catalogue, and stable: files of known failures name it. */
  readonly id: string;
  readonly clause: string;
  readonly title: string;
  readonly smoke?: boolean;
  readonly needs?: readonly Need[];
  /** Rejects with a Deviation, or with another error that `verdictOf` knows. */
  readonly run: (bench: Bench) => Promise<void>;
}

export const PROFILES = ['smoke', 'blackbox', 'full'] as const;
export type Profile = (typeof PROFILES)[number];

/** The smallest profile that has the case. */
export function profileOf({ smoke, needs = [] }: Pick<Case<never>, 'smoke' | 'needs'>): Profile {
  if (smoke) return 'smoke';
  return needs.some((need) => need.startsWith('hook ')) ? 'full' : 'blackbox';
}

export function isIn(profile: Profile, one: Pick<Case<never>, 'smoke' | 'needs'>): boolean {
  return PROFILES.indexOf(profileOf(one)) <= PROFILES.indexOf(profile);
}
