/** Codes of OpenSSL and Node, or words of the client library, and what to do about them. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_SIGNATURE_FAILURE)/,
    'name the root of its certificate in sslrootcert of the URL',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'name the server in the URL as its certificate does'],
  [/^CERT_HAS_EXPIRED/, 'renew the certificate of the server'],
  [/does not support SSL/, 'turn ssl on there, or leave sslmode out of the URL'],
];

/** What to do where a server cannot be reached, behind a semicolon; empty where the words say enough. */
export function remedy(code: string | undefined, text: string): string {
  const known = REMEDIES.find(([pattern]) => pattern.test(code ?? text));
  return known ? `; ${known[1]}` : '';
}
