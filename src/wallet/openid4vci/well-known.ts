/** OpenID4VCI 1.0, 12.2.2 and RFC 8414 3.1: the well-known part comes between host and path. */
export function wellKnown(name: string, issuer: string): string {
  const { origin, pathname, search } = new URL(issuer);
  return `${origin}/.well-known/${name}${pathname.replace(/\/$/, '')}${search}`;
}
