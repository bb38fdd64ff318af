import { constants } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import type { Server } from 'node:tls';

/** Certificate chain and private key in PEM. */
export interface TlsCredentials {
  /** The certificate chain, starting with the server's own certificate. */
  readonly cert: string;
  readonly key: string;
}

export interface ListenerTls {
  /** The current credentials. Returns the same object until they change. */
  readonly credentials: () => TlsCredentials;
  /** If true, browsers ask their users for a certificate. */
  readonly asksForCertificate: boolean;
}

/** ECDHE and AEAD only: the suites of TLS 1.3, and the six of TLS 1.2 that the issuer interface requires. */
const SUITES = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

const CONTEXT = {
  minVersion: 'TLSv1.2',
  ciphers: SUITES,
  // Without renegotiation, the caller of a connection never changes.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

/** Timeout of a handshake, in milliseconds. */
const HANDSHAKE_TIMEOUT = 10_000;

/**
 * An unknown certificate is not refused in the handshake: the caller is checked for each request, so that a
 * refusal can be answered.
 */
export function tlsOptions({ credentials, asksForCertificate }: ListenerTls): ServerOptions {
  return {
    ...CONTEXT,
    ...credentials(),
    requestCert: asksForCertificate,
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT,
    ALPNProtocols: ['http/1.1'],
  };
}

/** New connections use the current credentials; open connections keep theirs. */
export function followCredentials(server: Server, { credentials }: ListenerTls): void {
  let used = credentials();
  server.prependListener('connection', () => {
    const now = credentials();
    if (now === used) return;
    used = now;
    server.setSecureContext({ ...CONTEXT, ...now });
  });
}
