/** A passkey of a user: a key pair in a security key, a phone or a computer (WebAuthn). Times are milliseconds. */
export interface Passkey {
  /** Identifies the passkey to people and in the audit log; it gives no access. */
  readonly passkeyId: string;
  readonly userId: string;
  /** The domain that the browser bound the passkey to (rpId). */
  readonly domain: string;
  /** Base64url of the credential id, which the authenticator chose. */
  readonly credentialId: string;
  /** COSE_Key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** 0 if the authenticator does not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  /** The key cannot leave its authenticator (BE = 0). */
  readonly isDeviceBound: boolean;
  /** A copy of the key is outside its authenticator (BS). */
  readonly isBackedUp: boolean;
  /** Chosen by the user. */
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt?: number;
}

export interface PasskeyReader {
  /** In the order in which they were registered. */
  passkeysOf(userId: string): Promise<readonly Passkey[]>;
  passkeyByCredential(credentialId: string): Promise<Passkey | undefined>;
}

export interface PasskeyWriter extends PasskeyReader {
  /** @throws ConflictError if the credential is registered already */
  insertPasskey(passkey: Passkey): Promise<void>;
  notePasskeyUse(
    passkeyId: string,
    use: { readonly signCount: number; readonly isBackedUp: boolean; readonly lastUsedAt: number },
  ): Promise<void>;
  deletePasskey(passkeyId: string): Promise<void>;
  deletePasskeysOf(userId: string): Promise<void>;
}
