import { type Clock, DAY, MINUTE } from '../../conventions/time.ts';
import { type Sealed, sealed, type TextCipher } from '../sealed-values.ts';

/** What a token stands for. It has no id of the holder, and all end with the credential. */
export interface Grant {
  readonly credentialId: string;
  readonly documentType: string;
  /** Thumbprint of the key that must prove each use. */
  readonly jkt: string;
  /** Absent for an anonymous wallet. */
  readonly clientId?: string;
  /** Thumbprint of the key of the wallet's attestation, which every refresh must have; absent if it sent none. */
  readonly instance?: string;
}

/** An authorization request that a wallet pushed (RFC 9126); the browser carries it sealed. */
export interface PushedRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly documentType: string;
  readonly challenge: string;
  readonly state?: string;
  /** The code of an offer. */
  readonly issuerState?: string;
  /** Thumbprint of the key to which the wallet bound its request. */
  readonly jkt?: string;
}

/** What an authorization code stands for until the wallet redeems it. */
interface CodeGrant extends Omit<Grant, 'jkt'> {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly jkt?: string;
}

export interface VciTokens {
  readonly pushed: Sealed<PushedRequest>;
  readonly code: Sealed<CodeGrant>;
  readonly access: Sealed<Grant>;
  readonly refresh: Sealed<Grant>;
  /** Safe without a store, because no key is certified twice. */
  readonly nonce: Sealed<Record<string, never>>;
  readonly notification: Sealed<{ readonly credentialId: string; readonly batchId: string }>;
}

export function vciTokens(
  jar: { readonly cipher: TextCipher; readonly clock: Clock },
  refreshDays: number,
): VciTokens {
  return {
    pushed: sealed('pushed request', 10 * MINUTE, jar),
    code: sealed('authorization code', MINUTE, jar),
    access: sealed('access token', 10 * MINUTE, jar),
    refresh: sealed('refresh token', refreshDays * DAY, jar),
    nonce: sealed('nonce', 5 * MINUTE, jar),
    notification: sealed('notification', refreshDays * DAY, jar),
  };
}
