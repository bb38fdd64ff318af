import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { BOTH_INTERFACES } from '../../support/world.ts';
import { checkError, detailOf, reasonOf } from './support/envelope.ts';
import { exchangeRaw, type RawAnswer } from './support/raw.ts';
import { GROUPS, useHttpWorld } from './support/world.ts';

const world = useHttpWorld({ ...BOTH_INTERFACES, 'mediation.domain': 'ads.example' });

const send = (...head: readonly string[]) => exchangeRaw(world().url, head);

function checkMediation({ status, headers, text }: RawAnswer): string | undefined {
  const error = checkError(status, text);
  expect(detailOf(error, 'ErrorInfo')?.domain).toBe('ads.example');
  expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
  expect(headers.get('vary')).toBe('Accept-Encoding, User-Agent');
  return reasonOf(error);
}

function checkIssuer({ headers, text }: RawAnswer): string | undefined {
  const { responseMetadata, errorDescription, issuerErrorIdentifier, ...reason } = JSON.parse(text) as Record<
    string,
    unknown
  >;
  expect(responseMetadata).toEqual({ requestId: '' });
  expect(errorDescription).not.toBe('');
  expect(Object.values(reason)).toEqual([{}]);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  const line = world().log.findLast((one) => one.includes(String(issuerErrorIdentifier)));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ outcome: Object.keys(reason)[0] });
  return Object.keys(reason)[0];
}

/** Errors of the token endpoint have the form of RFC 6749 5.2. */
function checkOAuth({ headers, text }: RawAnswer): string | undefined {
  const body = JSON.parse(text) as { readonly error: string };
  expect(Object.keys(body)).toEqual(['error', 'error_description']);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  return body.error;
}

const checkPlain = ({ status, text }: RawAnswer) => {
  const error = checkError(status, text);
  expect(detailOf(error, 'ErrorInfo')?.domain).toBe('diptych');
  return reasonOf(error);
};

/** The reason in the error of each interface, for each kind of bad request. */
const INTERFACES = {
  mediation: {
    path: GROUPS,
    below: '/v1beta/',
    check: checkMediation,
    malformed: 'MALFORMED_URL',
    large: 'HEADERS_TOO_LARGE',
    broken: 'MALFORMED_REQUEST',
    host: 'HOST_MISSING',
    hosts: 'HOST_REPEATED',
    credentials: 'AUTHORIZATION_REPEATED',
  },
  issuer: {
    path: '/v1/vdc/healthCheck',
    below: '/v1/vdc/',
    check: checkIssuer,
    malformed: 'invalidFieldValue',
    large: 'invalidFieldValue',
    broken: 'invalidFieldValue',
    host: 'invalidFieldValue',
    hosts: 'invalidFieldValue',
    credentials: 'invalidFieldValue',
  },
  'authorization server': {
    path: '/oauth/nothing',
    below: '/oauth/',
    check: checkOAuth,
    malformed: 'invalid_request',
    large: 'invalid_request',
    broken: 'invalid_request',
    host: 'invalid_request',
    hosts: 'invalid_request',
    credentials: 'invalid_request',
  },
  'rest of the listener': {
    path: '/nothing',
    below: '/',
    check: checkPlain,
    malformed: 'MALFORMED_URL',
    large: 'HEADERS_TOO_LARGE',
    broken: 'MALFORMED_REQUEST',
    host: 'HOST_MISSING',
    hosts: 'HOST_REPEATED',
    credentials: 'AUTHORIZATION_REPEATED',
  },
} as const;

describe.each(Object.entries(INTERFACES))('Errors in the form of the %s', (_, wanted) => {
  it.each(['%zz', '%', 'a%e0%a4%a', 'x/%c3%28'])(
    'an address that cannot be decoded is answered with a JSON error: %s',
    async (rest) => {
      const answer = await send(`GET ${wanted.below}${rest} HTTP/1.1`, 'host: x');
      expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.malformed]);
      expect(answer.text).not.toContain('%');
    },
  );

  it('an address or headers that are too large are answered with a JSON error', async () => {
    for (const head of [
      [`GET ${wanted.path}?x=${'y'.repeat(70_000)} HTTP/1.1`, 'host: x'],
      [`GET ${wanted.path} HTTP/1.1`, 'host: x', `x-large: ${'y'.repeat(70_000)}`],
      [
        `GET ${wanted.path} HTTP/1.1`,
        'host: x',
        ...Array.from({ length: 900 }, (__, at) => `x-${at}: ${'y'.repeat(80)}`),
      ],
    ]) {
      const answer = await send(...head);
      expect([answer.status, wanted.check(answer)]).toEqual([431, wanted.large]);
    }
  });

  it('an unknown HTTP method is answered with a JSON error', async () => {
    for (const method of ['FOO', 'get', 'GETT']) {
      const answer = await send(`${method} ${wanted.path} HTTP/1.1`, 'host: x');
      expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.broken]);
      expect(answer.headers.get('connection')).toBe('close');
    }
  });

  it('a malformed header is answered with a JSON error', async () => {
    const answer = await send(`GET ${wanted.path} HTTP/1.1`, 'host: x', 'no colon');
    expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.broken]);
  });

  it('a request without Host is answered with a JSON error (RFC 9112 3.2)', async () => {
    const answer = await send(`GET ${wanted.path} HTTP/1.1`, 'x-no: host');
    expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.host]);
    const older = await send(`GET ${wanted.path} HTTP/1.0`);
    wanted.check(older);
    expect([401, 404, 405]).toContain(older.status);
  });

  it('a request with two Host headers is answered with a JSON error (RFC 9112 3.2)', async () => {
    for (const second of ['x', 'y']) {
      const answer = await send(`GET ${wanted.path} HTTP/1.1`, 'host: x', `Host: ${second}`);
      expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.hosts]);
      expect(answer.text).toContain('more than one header Host');
    }
  });

  it('a request with two Authorization headers is answered with a JSON error', async () => {
    const credential = `authorization: Bearer ${world().token.write}`;
    for (const second of [credential, 'Authorization: Bearer other']) {
      const answer = await send(`GET ${wanted.path} HTTP/1.1`, 'host: x', credential, second);
      expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.credentials]);
      expect(answer.text).toContain('more than one header Authorization');
    }
  });

  it('a body with other transfer codings than chunked is answered with a JSON error (RFC 9112 6.1)', async () => {
    for (const coding of ['gzip, chunked', 'identity', 'xchunked', 'chunked, chunked']) {
      const sent = ['host: x', `transfer-encoding: ${coding}`];
      const answer = await exchangeRaw(world().url, [`POST ${wanted.path} HTTP/1.1`, ...sent], '0\r\n\r\n');
      expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.broken]);
    }
  });

  it('a request in absolute form, as for a proxy, is answered with a JSON error (RFC 9112 3.2.2)', async () => {
    const answer = await send(`GET http://x${wanted.below}%zz HTTP/1.1`, 'host: x');
    expect([answer.status, wanted.check(answer)]).toEqual([400, wanted.malformed]);
  });

  it('an unknown Expect header is ignored (RFC 9110 10.1.1)', async () => {
    const answer = await send(`GET ${wanted.path} HTTP/1.1`, 'host: x', 'expect: the unexpected');
    wanted.check(answer);
    expect([401, 404, 405]).toContain(answer.status);
  });
});

/** Without CONNECT, whose requests have no path. */
const ALL = METHODS.filter((method) => method !== 'CONNECT');

describe('Every method that HTTP knows', () => {
  it.each(ALL)('the HTTP method %s is answered in the form of the interface', async (method) => {
    const authorization = `authorization: Bearer ${world().token.write}`;
    for (const [path, check] of [
      [GROUPS, checkMediation],
      ['/v1beta/nothing', checkMediation],
      ['/v1/vdc/healthCheck', checkIssuer],
      ['/v1/vdc/nothing', checkIssuer],
      ['/oauth/nothing', checkOAuth],
      ['/nothing', checkPlain],
    ] as const) {
      const answer = await send(`${method} ${path} HTTP/1.1`, 'host: x', authorization, 'content-length: 0');
      if (path === GROUPS && ['GET', 'HEAD'].includes(method)) expect(answer.status).toBe(200);
      else {
        expect([400, 404, 405]).toContain(answer.status);
        if (method !== 'HEAD') check(answer);
      }
      if (answer.status === 405) expect(answer.headers.get('allow')).toMatch(/POST/);
    }
  });
});

describe('The log of requests without a route', () => {
  it('the log has a line for each request that reached no route', async () => {
    for (const path of ['/v1beta/%zz', '/v1/vdc/%zz']) {
      const before = world().log.length;
      await send(`GET ${path} HTTP/1.1`, 'host: x');
      const lines = world().log.slice(before);
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] as string)).toMatchObject({ status: 400 });
      expect(lines[0]).not.toContain('%zz');
    }
  });
});
