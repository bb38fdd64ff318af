/** The addresses of the authorization server for clients. */
export interface Endpoints {
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly revocation: string;
  readonly keys: string;
}

/** The publisher accounts, which the mediation panel stores. */
export interface PublisherDirectory {
  /** Display names by id, without ids that do not exist. */
  displayNames(publisherIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * next: published before it signs, so that all verifiers know it. retired: no longer signs, but still
 * verifies old tokens.
 */
export type KeyStage = 'active' | 'next' | 'retired';

export interface SigningKeyInfo {
  readonly keyId: string;
  readonly stage: KeyStage;
  readonly createdAt: number;
  /** When the key starts to sign. */
  readonly activeFrom: number;
}

/** The keys that sign tokens. They rotate by time; an operator can also rotate them. */
export interface SigningKeyAdministration {
  list(): Promise<readonly SigningKeyInfo[]>;
  /** Activates the next key. `compromised`: tokens of all other keys become invalid. */
  rotate(options: { readonly compromised: boolean }): Promise<void>;
}

/** The claims of an access token besides issuer, audience and type. Times are in seconds, as in JWT. */
interface AccessTokenClaims {
  readonly sub: string;
  readonly client_id: string;
  readonly scope: string;
  readonly publishers: readonly string[];
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

export interface TokenSigner {
  sign(claims: AccessTokenClaims): Promise<string>;
}
