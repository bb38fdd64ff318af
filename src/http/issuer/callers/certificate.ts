import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../../../conventions/time.ts';
import { CertificateError, parseCertificate } from '../../../formats/x509/index.ts';
import { type CallerCheck, denied } from './caller.ts';

/** Longest certificate that a proxy may pass on, in characters of base64. */
const LONGEST = 24 * 1024;

/** RFC 8941 3.3.5: base64 between colons. */
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]+={0,2}):$/;

/**
 * The certificate in the header `Client-Cert` (RFC 9440 2.2), a single byte sequence without parameters.
 * Undefined for anything else, and if the header occurs twice.
 */
export function certificateInHeader(value: string): Uint8Array | undefined {
  const base64 = value.length > LONGEST ? undefined : BYTE_SEQUENCE.exec(value)?.[1];
  if (base64 === undefined) return undefined;
  const der = Buffer.from(base64, 'base64');
  // Accepts only the canonical base64: with padding, and without unused bits.
  return der.toString('base64') === base64 ? der : undefined;
}

interface CertificateCallers {
  /** Base64 of the SHA-256 of SubjectPublicKeyInfo. */
  readonly pins: ReadonlySet<string>;
  /** Whether the address is a proxy that terminates mutual TLS for callers. */
  readonly isProxy: (address: string | undefined) => boolean;
  readonly clock: Clock;
}

/** The checked parts of a client certificate. */
interface Shown {
  readonly pin: string;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

const pinOf = (spki: Uint8Array): string => createHash('sha256').update(spki).digest('base64');

function read(der: Uint8Array): Shown {
  try {
    const { spki, notBefore, notAfter } = parseCertificate(der);
    return { pin: pinOf(spki), notBefore, notAfter };
  } catch (error) {
    if (error instanceof CertificateError) throw denied('the client certificate cannot be read', error);
    throw error;
  }
}

/** Caches the certificate of each connection. */
function ofConnection() {
  const known = new WeakMap<TLSSocket, Shown>();
  return ({ socket }: IncomingMessage): Shown | undefined => {
    if (!(socket instanceof TLSSocket)) return undefined;
    const before = known.get(socket);
    if (before) return before;
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) return undefined;
    const shown = read(certificate.raw);
    known.set(socket, shown);
    return shown;
  };
}

function ofHeader({ headers }: IncomingMessage): Shown | undefined {
  const value = headers['client-cert'];
  if (value === undefined) return undefined;
  const der = certificateInHeader(String(value));
  if (der === undefined) throw denied('the header Client-Cert is not one byte sequence (RFC 9440)');
  return read(der);
}

/**
 * Mutual TLS with pinned client certificates. For a connection from a proxy, the certificate in the header is
 * checked and not that of the proxy.
 */
export function certificateCaller({ pins, isProxy, clock }: CertificateCallers): CallerCheck {
  const shownByConnection = ofConnection();
  return async (request) => {
    const passedOn = isProxy(request.socket.remoteAddress);
    const shown = passedOn ? ofHeader(request) : shownByConnection(request);
    if (!shown)
      throw denied(
        passedOn
          ? 'the proxy passed on no client certificate; one shown to this server itself does not count from there'
          : 'the caller showed no client certificate',
      );
    const { pin, notBefore, notAfter } = shown;
    if (!pins.has(pin)) throw denied('the client certificate is not among those that are pinned');
    const now = clock();
    if (now < notBefore || now > notAfter) throw denied('the client certificate is outside its validity');
    return { id: `pin ${pin}` };
  };
}

/**
 * Refuses the header Client-Cert from callers that are not configured as proxies, because they could
 * impersonate others.
 */
export function withoutForgedHeader(isProxy: CertificateCallers['isProxy'], check: CallerCheck): CallerCheck {
  return async (request) => {
    if (request.headers['client-cert'] !== undefined && !isProxy(request.socket.remoteAddress))
      throw denied('the header Client-Cert is taken from configured proxies only');
    return check(request);
  };
}
