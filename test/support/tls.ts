import 'reflect-metadata';
import { createHash, webcrypto, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import {
  type JsonGeneralName,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { keyPem } from './tls-authority.ts';

/** A key and its self-signed certificate, in files like an operator's. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
  /** The value of `issuer.callers.pins` for this certificate. */
  readonly pin: string;
  /** The header of RFC 9440 with this certificate. */
  readonly header: string;
}

const ALGORITHMS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;

const DAY = 86_400_000;
const NAMES: JsonGeneralName[] = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
];

export interface IdentityOptions {
  readonly kind?: keyof typeof ALGORITHMS;
  readonly name?: string;
  /** Milliseconds since the epoch. By default, the certificate is valid from yesterday to tomorrow. */
  readonly notBefore?: number;
  readonly notAfter?: number;
}

/** OpenSSL uses the machine's clock for dates, the server its own. */
export async function newIdentity(options: IdentityOptions = {}): Promise<Identity> {
  const { kind = 'ec', name = 'localhost', notBefore, notAfter } = options;
  const algorithm = ALGORITHMS[kind];
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(notBefore ?? Date.now() - DAY),
    notAfter: new Date(notAfter ?? Date.now() + DAY),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension(NAMES)],
  });
  const spki = new X509Certificate(certificate.toString('pem')).publicKey.export({
    format: 'der',
    type: 'spki',
  });
  return {
    cert: certificate.toString('pem'),
    key: keyPem(keys.privateKey),
    pin: createHash('sha256').update(spki).digest('base64'),
    header: `:${Buffer.from(certificate.rawData).toString('base64')}:`,
  };
}

/** Writes the two files that a setting `tls` names. */
export function writeTls(folder: string, { cert, key }: Identity, name = 'tls') {
  const [certificate, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  writeFileSync(certificate, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  return { certificate, key: keyFile };
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
  /** The client certificate. */
  readonly identity?: Pick<Identity, 'cert' | 'key'>;
  /** The trusted roots; by default, any server is trusted. */
  readonly ca?: string;
  readonly localAddress?: string;
  /** The name that the certificate must have; by default that of the address. */
  readonly servername?: string;
  /** For a connection that is used several times. */
  readonly agent?: Agent;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** Sends one request on a new connection. */
export function send(url: string, options: SendOptions = {}): Promise<Received> {
  const {
    method = 'POST',
    headers = {},
    body = '',
    identity,
    ca,
    localAddress,
    servername,
    agent = false,
  } = options;
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const given = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    agent,
    ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
    ...(identity && { cert: identity.cert, key: identity.key }),
    ...(localAddress !== undefined && { localAddress }),
    ...(servername !== undefined && { servername }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, given, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject).on('end', () => {
        const json = String(response.headers['content-type']).includes('json');
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, body: json ? JSON.parse(text) : text });
      });
    });
    sent.on('error', reject).end(method === 'GET' ? undefined : body);
  });
}
