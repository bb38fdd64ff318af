import { hash } from 'node:crypto';
import { HPKE_CONTEXT_STRINGS, type ValueKind } from '../contract/index.ts';
import type { Device, HpkeContextMode } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';

/**
 * The value that both sides sign: SHA-256(plaintext ‖ recipient public key), with the key as its 65-byte
 * point.
 */
export function boundHash(plaintext: Uint8Array, recipientPublicKey: Uint8Array): Uint8Array {
  const bound = new Uint8Array(plaintext.length + recipientPublicKey.length);
  bound.set(plaintext);
  bound.set(recipientPublicKey, plaintext.length);
  return hash('sha256', bound, 'buffer');
}

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

/** The placement that a device probably uses. What it used before counts only where any is tried; see `tolerant`. */
export function hpkeContextModeOf(
  { hpkeContextMode }: Pick<Device, 'hpkeContextMode'>,
  { hpkeContext: { mode, tolerant } }: Pick<IssuerPolicy, 'hpkeContext'>,
): HpkeContextMode {
  return (tolerant ? hpkeContextMode : undefined) ?? mode;
}

/** Made once, because every value uses one of these. */
const CONTEXTS = new Map(
  Object.entries(HPKE_CONTEXT_STRINGS).flatMap(([kind, text]) =>
    HPKE_CONTEXT_MODES.map(
      (mode) => [`${kind}/${mode}`, PLACEMENTS[mode](Buffer.from(text, 'utf8'))] as const,
    ),
  ),
);

export function hpkeContext(kind: ValueKind, mode: HpkeContextMode): HpkeContext {
  return CONTEXTS.get(`${kind}/${mode}`) as HpkeContext;
}
