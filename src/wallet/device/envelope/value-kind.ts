import { hash } from 'node:crypto';
import { HPKE_CONTEXT_STRINGS } from '../../../issuer/contract/index.ts';

/** Values that the device sends. */
export type SentKind = 'preAuthorizationCode' | 'authKey' | 'proofOfProvisioning';

/** Values that the issuer sends. */
export type ReceivedKind = 'credential' | 'mobileSecurityObject';

const EMPTY = new Uint8Array();

export interface HpkeContext {
  readonly info: Uint8Array;
  readonly aad: Uint8Array;
}

/** The HPKE parameters with the context string. The specification does not say which parameter is right. */
export function hpkeContext(kind: SentKind | ReceivedKind, place: keyof HpkeContext): HpkeContext {
  return { info: EMPTY, aad: EMPTY, [place]: Buffer.from(HPKE_CONTEXT_STRINGS[kind], 'utf8') };
}

/**
 * The data that both sides sign: SHA-256(plaintext ‖ recipient public key), with the key as its 65-byte
 * point.
 */
export function boundHash(plaintext: Uint8Array, recipientPoint: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([plaintext, recipientPoint]), 'buffer');
}
