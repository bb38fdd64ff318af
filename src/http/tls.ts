import { constants } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import type { Server } from 'node:tls';

/** PEM. */
export interface TlsCredentials {
  /** The chain, the server's own certificate first. */
  readonly cert: string;
  readonly key: string;
}

export interface ListenerTls {
  /** Those of now: the same object as long as they stay the same. */
  readonly credentials: () => TlsCredentials;
  /** Browsers ask their users for a certificate where this is true. */
  readonly asksForCertificate: boolean;
}

/** ECDHE and AEAD only: those of TLS 1.3, and of TLS 1.2 the six that the issuer interface asks for. */
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
  // Who calls stays who called when the connection was made.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

/** Milliseconds for a handshake. */
const HANDSHAKE_TIMEOUT = 10_000;

/** A certificate that nobody knows still gets an answer: who may call is decided for each request. */
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

/** New connections get the credentials of now; those that are open go on. */
export function followCredentials(server: Server, { credentials }: ListenerTls): void {
  let used = credentials();
  server.prependListener('connection', () => {
    const now = credentials();
    if (now === used) return;
    used = now;
    server.setSecureContext({ ...CONTEXT, ...now });
  });
}
