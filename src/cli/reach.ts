/** The server did not answer, or its identity could not be verified. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Remedies for failed connections, by error code. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID/, 'its certificate is for another name; use an address with a name of the certificate'],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired; renew it, or set the clock of this machine'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet; set the clock of this machine'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/,
    'its certificate is not trusted; set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its issuer',
  ],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, 'it does not use TLS; use an address with http://'],
  [/SSL|TLS|EPROTO/, 'the TLS handshake failed; compare the TLS versions and cipher suites of both sides'],
  [/ENOTFOUND|EAI_/, 'the host does not exist; correct the address'],
  [
    /ECONNRESET|UND_ERR_SOCKET|HPE_/,
    'it closed the connection; if it uses TLS, use an address with https://',
  ],
];

/** The code of the error, or of the first of its causes that has a code. */
function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}

/** Whether the connection broke, or took too long, and another attempt may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable &&
  (/^(ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR_(SOCKET|.*TIMEOUT))$/.test(codeOf(error.cause)) ||
    (error.cause instanceof Error && error.cause.name === 'TimeoutError'));

function unreachable(origin: string, cause: unknown): Unreachable {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new Unreachable(`${origin} did not answer in time; try again`, { cause });
  const code = codeOf(cause);
  const meaning = FAULTS.find(([pattern]) => pattern.test(code))?.[1];
  const text = meaning
    ? `the connection to ${origin} failed (${code}): ${meaning}`
    : `no server answers at ${origin}; is it running?`;
  return new Unreachable(text, { cause });
}

/**
 * Like `fetch`, but does not follow redirects, so that no token leaks. @throws Unreachable with the remedy
 */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  const origin = URL.parse(address)?.origin ?? address;
  const response = await fetch(address, { ...init, redirect: 'manual' }).catch((cause: unknown) => {
    throw unreachable(origin, cause);
  });
  if (response.headers.has('location'))
    throw new Unreachable(`${origin} redirects (${response.status}); use the address that it redirects to`);
  return response;
}
