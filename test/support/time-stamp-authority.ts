import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { derWriter } from '../../src/formats/der/index.ts';

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const RSA = ['-newkey', 'rsa:2048'];

const CONFIGURATION = `
[req]
distinguished_name = name
x509_extensions = root
prompt = no
[name]
O = Test Time
CN = Root
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
[authority]
serial = serial
signer_cert = signer.pem
signer_key = signer.key
certs = root.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.2
digests = sha256
ess_cert_id_alg = sha256
`;

interface AuthorityOptions {
  /** The extended key usage of the signer, in the words of OpenSSL. */
  readonly extendedKeyUsage?: string;
  readonly key?: 'ec' | 'rsa';
}

/** RFC 3161: the time of a token, without a fraction of a second. */
const TIME = /\d{14}Z/;

const timeText = (at: number) => `${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;

/** A time-stamp authority: a root, a signer and `openssl ts`. */
export function makeAuthority(parent: string, { extendedKeyUsage, key = 'ec' }: AuthorityOptions = {}) {
  const folder = mkdtempSync(join(parent, 'authority-'));
  const path = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  writeFileSync(path('openssl.cnf'), CONFIGURATION);
  writeFileSync(path('serial'), '01\n');
  const purpose = extendedKeyUsage ?? 'critical,timeStamping';
  writeFileSync(
    path('signer.cnf'),
    `keyUsage = critical,digitalSignature\nextendedKeyUsage = ${purpose}\nsubjectKeyIdentifier = hash\n`,
  );
  const request = ['req', '-nodes', ...(key === 'rsa' ? RSA : CURVE)];
  openssl(
    ...request,
    '-x509',
    '-days',
    '3650',
    '-config',
    'openssl.cnf',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
  );
  openssl(...request, '-subj', '/O=Test Time/CN=Signer', '-keyout', 'signer.key', '-out', 'signer.csr');
  const certify = [
    'x509',
    '-req',
    '-in',
    'signer.csr',
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
  ];
  openssl(...certify, '-days', '3000', '-extfile', 'signer.cnf', '-out', 'signer.pem');

  /** The answer to a request, now. */
  function answer(query: Uint8Array): Uint8Array {
    writeFileSync(path('query'), query);
    return openssl('ts', '-reply', '-queryfile', 'query', '-config', 'openssl.cnf', '-section', 'authority');
  }

  const tokenIn = (response: Uint8Array): Uint8Array => {
    writeFileSync(path('answer'), response);
    return openssl('ts', '-reply', '-in', 'answer', '-token_out');
  };

  /** The content of a token. */
  const contentOf = (token: Uint8Array): Buffer => {
    writeFileSync(path('token'), token);
    return openssl('cms', '-verify', '-noverify', '-inform', 'DER', '-in', 'token');
  };

  /** Signs content as a token, whatever the certificate is for. `options` are those of `openssl cms`. */
  const sign = (
    content: Uint8Array,
    type = 'id-smime-ct-TSTInfo',
    options: readonly string[] = ['-md', 'sha256'],
  ): Uint8Array => {
    writeFileSync(path('content'), content);
    const how = ['-sign', '-binary', '-nodetach', '-cades', '-outform', 'DER'];
    const who = ['-signer', 'signer.pem', '-inkey', 'signer.key', '-certfile', 'root.pem'];
    return openssl('cms', ...how, ...who, ...options, '-econtent_type', type, '-in', 'content');
  };

  /** The same token with another time. */
  const dated = (token: Uint8Array, at: number): Uint8Array =>
    sign(Buffer.from(contentOf(token).toString('latin1').replace(TIME, timeText(at)), 'latin1'));

  /** The answer to a request at another time than now. */
  const answerAt = (query: Uint8Array, at: number): Uint8Array =>
    derWriter.sequence(derWriter.sequence(derWriter.integer(0)), dated(tokenIn(answer(query)), at));

  return {
    root: path('root.pem'),
    rootPem: readFileSync(path('root.pem'), 'utf8'),
    answer,
    answerAt,
    tokenIn,
    contentOf,
    sign,
    dated,
  };
}

/** How a served authority answers; `undefined` ends the connection. */
export type Answering = (query: Uint8Array) => Uint8Array | undefined;

/** Serves an authority over HTTP. */
export async function serveAuthority(first: Answering) {
  const state = { answering: first, status: 200, requests: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      state.requests += 1;
      const isQuery = request.headers['content-type'] === 'application/timestamp-query';
      const answer = isQuery ? state.answering(Buffer.concat(parts)) : Buffer.from('no query');
      if (!answer) return request.socket.destroy();
      response.writeHead(state.status, { 'content-type': 'application/timestamp-reply' });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/tsr`,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
