import type { HpkeContextMode } from '../ports/entities.ts';

/** Which kind of value travels. */
export type ValueKind =
  | 'preAuthorizationCode'
  | 'authKey'
  | 'proofOfProvisioning'
  | 'credential'
  | 'mobileSecurityObject';

/** HPKE context string of each kind; the published ones are the field name in this form. */
const CONTEXT_STRINGS: Record<ValueKind, string> = {
  preAuthorizationCode: 'PreAuthorizationCode',
  authKey: 'AuthKey',
  proofOfProvisioning: 'ProofOfProvisioning',
  credential: 'Credential',
  mobileSecurityObject: 'MobileSecurityObject',
};

interface HpkeContext {
  readonly info: Uint8Array;
  readonly aad: Uint8Array;
}

const EMPTY = new Uint8Array();

const PLACEMENTS: Record<HpkeContextMode, (context: Uint8Array) => HpkeContext> = {
  info: (context) => ({ info: context, aad: EMPTY }),
  aad: (context) => ({ info: EMPTY, aad: context }),
  none: () => ({ info: EMPTY, aad: EMPTY }),
};

export const HPKE_CONTEXT_MODES = Object.keys(PLACEMENTS) as readonly HpkeContextMode[];

/** Built once: every value is sealed with one of these. */
const CONTEXTS = new Map(
  Object.entries(CONTEXT_STRINGS).flatMap(([kind, text]) =>
    HPKE_CONTEXT_MODES.map(
      (mode) => [`${kind}/${mode}`, PLACEMENTS[mode](Buffer.from(text, 'utf8'))] as const,
    ),
  ),
);

export function hpkeContext(kind: ValueKind, mode: HpkeContextMode): HpkeContext {
  return CONTEXTS.get(`${kind}/${mode}`) as HpkeContext;
}
