import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface ForeignIssuer {
  readonly url: string;
  /** Signs a token with the issuer's key, or with the given one. */
  sign(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>;
  /** Number of requests for the issuer's keys. */
  keyRequests(): number;
  /** Creates a new key, publishes it, and signs with it from now on. */
  rotate(): Promise<void>;
  breakDown(): void;
  /** Changes the answer to requests for its keys; undefined restores the correct answer. */
  answerKeys(answer: ((response: ServerResponse) => void) | undefined): void;
  close(): Promise<void>;
}

/** A small OpenID Connect issuer with a discovery document, keys and tokens. */
export async function startForeignIssuer(alg = 'RS256'): Promise<ForeignIssuer> {
  let pair = await generateKeyPair(alg);
  let kid = 'key-1';
  let requests = 0;
  let isBroken = false;
  let answer: ((response: ServerResponse) => void) | undefined;

  const server = createServer((request, response) => {
    const documents: Record<string, () => Promise<object>> = {
      '/.well-known/openid-configuration': async () => ({ issuer: url, jwks_uri: `${url}/keys` }),
      '/keys': async () => {
        requests += 1;
        return { keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }] };
      },
    };
    if (answer !== undefined && request.url === '/keys') {
      requests += 1;
      answer(response);
      return;
    }
    const make = documents[request.url ?? ''];
    if (isBroken || !make) {
      response.writeHead(isBroken ? 503 : 404).end();
      return;
    }
    make().then(
      (document) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document)),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    sign(claims, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: url, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
        .sign(pair.privateKey);
    },
    keyRequests: () => requests,
    async rotate() {
      pair = await generateKeyPair(alg);
      kid = `key-${Number(kid.slice(4)) + 1}`;
    },
    breakDown() {
      isBroken = true;
    },
    answerKeys(given) {
      answer = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
