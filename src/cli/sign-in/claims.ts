/** The claims of a token, which the server verifies; none if it is no JWT. */
export function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const [, claims = ''] = (token ?? '').split('.');
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** The email in an ID token. */
export function emailIn(idToken: string | undefined): string | undefined {
  const { email } = claimsOf(idToken);
  return typeof email === 'string' && /^[^\p{Cc}\s]{1,254}$/u.test(email) ? email : undefined;
}
