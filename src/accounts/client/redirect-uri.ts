import type { ClientKind, OAuthClient } from '../ports/entities.ts';

/** RFC 8252 7.3 and 8.3: requests to these hosts never leave the machine. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Schemes that a browser executes or opens itself. */
const OWN_SCHEMES_NOT = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'about:',
  'ws:',
  'wss:',
  'ftp:',
]);

const LONGEST_URI = 2000;

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname);
}

type Rule = (uri: URL) => string | undefined;

const RULES: Record<ClientKind, Rule> = {
  web: (uri) =>
    uri.protocol === 'https:' || isLoopback(uri)
      ? undefined
      : 'must begin with https:// (or http:// on this machine)',
  installed: (uri) => {
    if (uri.protocol === 'http:') {
      return isLoopback(uri) ? undefined : 'with http must be on 127.0.0.1, [::1] or localhost';
    }
    if (uri.protocol === 'https:') return undefined;
    // RFC 8252 7.1: a private-use scheme is a reversed domain name, so it holds a dot.
    return OWN_SCHEMES_NOT.has(uri.protocol) || !uri.protocol.includes('.')
      ? 'needs a scheme that is a reversed domain name, like com.example.app:/callback'
      : undefined;
  },
  machine: () => 'is of no use to a machine client',
};

/** The characters of a URI (RFC 3986 2) without the asterisk, which other servers read as a wildcard. */
const URI_TEXT = /^[\w~:/?[\]@!$&'()+,;=%.-]+$/;

/** The address is compared as text, so it is stored as clients send it: `http://localhost`. */
function isPlain(text: string, { protocol, origin }: URL): boolean {
  if (!/^https?:$/.test(protocol)) return true;
  return text.startsWith(origin) && /^(:\d+)?([/?]|$)/.test(text.slice(origin.length));
}

/** Why an address cannot be registered; undefined if it can. */
export function redirectUriProblem(kind: ClientKind, text: string): string | undefined {
  if (text.length > LONGEST_URI) return `must have at most ${LONGEST_URI} characters`;
  const uri = URL.parse(text);
  if (uri === null) return 'must be an absolute address';
  if (text.includes('#')) return 'must not have a fragment';
  if (uri.username !== '' || uri.password !== '') return 'must not hold a user name';
  if (!URI_TEXT.test(text)) return 'must not hold wildcards, spaces or what else a URI has as %xx only';
  if (!isPlain(text, uri)) return `must begin with ${uri.origin}, as browsers write it`;
  return RULES[kind](uri);
}

const LOOPBACK_URI = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)(.*)$/;

/** The address without its port; an empty path is the root (RFC 3986 6.2.3). Undefined if it is not on loopback. */
function withoutPort(text: string): string | undefined {
  const [, host, rest = ''] = LOOPBACK_URI.exec(text) ?? [];
  if (host === undefined) return undefined;
  return `${host}${rest.startsWith('/') ? '' : '/'}${rest}`;
}

/**
 * Compares character by character (RFC 6749 3.1.2.3). An installed client may use any port on loopback, because it
 * takes a free one when it starts (RFC 8252 7.3).
 */
export function isRedirectAllowed(
  { kind, redirectUris }: Pick<OAuthClient, 'kind' | 'redirectUris'>,
  requested: string,
): boolean {
  // The pattern below also allows ports above 65535, which do not exist.
  if (!URL.canParse(requested)) return false;
  if (redirectUris.includes(requested)) return true;
  if (kind !== 'installed') return false;
  const wanted = withoutPort(requested);
  return wanted !== undefined && redirectUris.some((registered) => withoutPort(registered) === wanted);
}
