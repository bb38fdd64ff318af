/** Addresses that clients are told. */
export interface Endpoints {
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly revocation: string;
  readonly keys: string;
}

/** The publisher accounts that there are; the mediation panel keeps them. */
export interface PublisherDirectory {
  /** Display names by id, of those that exist. */
  displayNames(publisherIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** next: published ahead, so that everybody knows it before it signs. retired: verifies what it signed. */
export type KeyStage = 'active' | 'next' | 'retired';

export interface SigningKeyInfo {
  readonly keyId: string;
  readonly stage: KeyStage;
  readonly createdAt: number;
  /** From when on it signs. */
  readonly activeFrom: number;
}

/** The keys that sign tokens. They rotate by time; this is what an operator can do besides. */
export interface SigningKeyAdministration {
  list(): Promise<readonly SigningKeyInfo[]>;
  /** The next key signs from now on. `compromised`: nothing that the others signed is believed any more. */
  rotate(options: { readonly compromised: boolean }): Promise<void>;
}

/** What is signed into an access token beside issuer, audience and type. Times are seconds, as in JWT. */
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
