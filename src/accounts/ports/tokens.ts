/** What is signed into an access token beside issuer, audience and type. Times are seconds, as in JWT. */
export interface AccessTokenClaims {
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
