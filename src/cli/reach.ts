/** The server did not answer, or was not asked because it could not be known to be the right one. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** What the code of a failed connection means, and what to do. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID/, 'its certificate is for another name; use --admin-url with a name of the certificate'],
  [/CERT_HAS_EXPIRED/, 'its certificate has ended; renew it, or set the clock of this machine'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet; set the clock of this machine'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/,
    'its certificate is not trusted here; name who issued it: NODE_EXTRA_CA_CERTS=FILE, certificates in PEM',
  ],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, 'it speaks no TLS; use an address with http://'],
  [/SSL|TLS|EPROTO/, 'no TLS connection comes about; compare the versions and suites of both sides'],
  [/ENOTFOUND|EAI_/, 'there is no such host; correct the address'],
  [/ECONNRESET|UND_ERR_SOCKET|HPE_/, 'it ended the connection; with TLS its address starts with https://'],
];

/** The code of the first error that has one, causes included. */
function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}

function unreachable(origin: string, cause: unknown): Unreachable {
  const code = codeOf(cause);
  const meaning = FAULTS.find(([pattern]) => pattern.test(code))?.[1];
  const text = meaning
    ? `the server at ${origin} cannot be asked (${code}): ${meaning}`
    : `no server answers at ${origin}; is it running?`;
  return new Unreachable(text, { cause });
}

/** As `fetch`, but no token follows a redirect. @throws Unreachable, which says what to do */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  const origin = URL.parse(address)?.origin ?? address;
  const response = await fetch(address, { ...init, redirect: 'manual' }).catch((cause: unknown) => {
    throw unreachable(origin, cause);
  });
  if (response.headers.has('location'))
    throw new Unreachable(`${origin} sends elsewhere (${response.status}); use the address behind it`);
  return response;
}
