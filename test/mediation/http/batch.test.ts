import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { partsOf, type Section, sectionOf } from '../../../src/http/mediation/batch/multipart.ts';
import { parseRaw, rawExchange } from '../../support/raw-http.ts';
import { checkError, reasonOf } from './support/envelope.ts';
import { exchangeRaw } from './support/raw.ts';
import { ACCOUNT, GROUP, GROUPS, newGroup, OTHER, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const BOUNDARY = '===============6001972635506893612==';
const TYPE = `multipart/mixed; boundary="${BOUNDARY}"`;
const BASE_ID = '61540305-c1cc-4fa8-9842-238fdc078a5a';

interface Part {
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  /** The access token; null sends none. */
  readonly token?: string | null;
  readonly id?: string;
}

/** A part as `new_batch_http_request` of google-api-python-client 2.201.0 writes it, with line feeds only. */
function pythonPart({ method = 'GET', target = ACCOUNT, body, token, id = '1' }: Part): string {
  const credential = token === undefined ? world().token.write : token;
  return [
    'Content-Type: application/http',
    'MIME-Version: 1.0',
    'Content-Transfer-Encoding: binary',
    `Content-ID: <${BASE_ID} + ${id}>`,
    '',
    `${method} ${target} HTTP/1.1`,
    'Content-Type: application/json',
    'MIME-Version: 1.0',
    'accept: application/json',
    'accept-encoding: gzip, deflate',
    'user-agent: (gzip)',
    'x-goog-api-client: gdcl/2.201.0 gl-python/3.11.7',
    ...(credential === null ? [] : [`authorization: Bearer ${credential}`]),
    'Host: 127.0.0.1:8080',
    // The Python client counts characters, not bytes.
    ...(body === undefined ? [] : [`content-length: ${body.length}`]),
    '',
    body ?? '',
  ].join('\n');
}

const bodyOf = (parts: readonly string[], end = '\n') =>
  `${parts.map((part) => `--${BOUNDARY}${end}${part}${end}`).join('')}--${BOUNDARY}--${end}`;

interface Outer {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

async function post(body: string | Buffer, { token = world().token.write, headers = {} }: Outer = {}) {
  const response = await fetch(`${world().url}/batch`, {
    method: 'POST',
    headers: {
      'content-type': TYPE,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The answers in a batch, by the rules of RFC 2046 and RFC 9112. */
function answersIn(contentType: string | null, text: string) {
  const [, boundary = ''] = /^multipart\/mixed; boundary=(batch_[\w-]+)$/.exec(contentType ?? '') ?? [];
  const parts = partsOf(Buffer.from(text), boundary, 1000) ?? [];
  return parts.map((part) => {
    const outer = sectionOf(part, false) as Section;
    expect(outer.headers.get('content-type')).toBe('application/http');
    const { headers, firstLine: line, content } = sectionOf(outer.content, true) as Section;
    expect(headers.get('content-length')).toBe(String(content.length));
    return { id: outer.headers.get('content-id'), line, headers, text: content.toString('utf8') };
  });
}

async function answered(parts: readonly string[], outer: Outer = {}, end = '\n') {
  const { status, headers, text } = await post(bodyOf(parts, end), outer);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return answersIn(headers.get('content-type'), text);
}

const create = (displayName: string) => ({
  method: 'POST',
  target: `${GROUPS}?alt=json`,
  body: JSON.stringify({ ...GROUP, displayName }),
});

describe('A batch of the Python client', () => {
  it('a batch is answered part by part in the same order, each part with its own status', async () => {
    const { path, lineId } = await newGroup(world());
    const mask = encodeURIComponent(`mediationGroupLines["${lineId}"].state`);
    const state = JSON.stringify({ mediationGroupLines: { [lineId]: { state: 'DISABLED' } } });
    const answers = await answered([
      pythonPart({ id: '1' }),
      pythonPart({ id: '2', ...create('Grüppe') }),
      pythonPart({
        id: 'my%20id/%C3%BC',
        method: 'PATCH',
        target: `${path}?updateMask=${mask}`,
        body: state,
      }),
      pythonPart({ id: '4', target: `/v1beta/accounts/${OTHER}` }),
      pythonPart({ id: '5', method: 'POST', target: GROUPS, body: '{"displayName": ""}' }),
      pythonPart({ id: '6', target: path }),
    ]);
    expect(answers.map(({ id, line }) => [id, line])).toEqual([
      [`<response-${BASE_ID} + 1>`, 'HTTP/1.1 200 OK'],
      [`<response-${BASE_ID} + 2>`, 'HTTP/1.1 200 OK'],
      [`<response-${BASE_ID} + my%20id/%C3%BC>`, 'HTTP/1.1 200 OK'],
      [`<response-${BASE_ID} + 4>`, 'HTTP/1.1 403 Forbidden'],
      [`<response-${BASE_ID} + 5>`, 'HTTP/1.1 400 Bad Request'],
      [`<response-${BASE_ID} + 6>`, 'HTTP/1.1 200 OK'],
    ]);
    expect(JSON.parse(answers[1]?.text ?? '').displayName).toBe('Grüppe');
    expect(answers[2]?.headers.get('etag')).toBe(answers[5]?.headers.get('etag'));
    expect(JSON.parse(answers[5]?.text ?? '').mediationGroupLines[lineId].state).toBe('DISABLED');
    for (const [index, status] of [
      [3, 403],
      [4, 400],
    ] as const)
      checkError(status, answers[index]?.text ?? '');
    expect(answers[3]?.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
  });

  it('a batch is read as bytes, and its answer is compressed as a whole', async () => {
    const body = bodyOf([pythonPart({ target: GROUPS }), pythonPart({ id: '2' })]);
    const {
      status,
      headers,
      body: bytes,
    } = await exchangeRaw(
      world().url,
      [
        'POST /batch HTTP/1.0',
        'host: 127.0.0.1',
        `authorization: Bearer ${world().token.write}`,
        `content-type: ${TYPE}`,
        'accept-encoding: gzip, deflate',
        'user-agent: Python-httplib2/0.22.0 (gzip)',
        `content-length: ${Buffer.byteLength(body)}`,
      ],
      body,
    );
    expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const answers = answersIn(headers.get('content-type') ?? null, gunzipSync(bytes).toString());
    expect(answers.map(({ line }) => line)).toEqual(Array(2).fill('HTTP/1.1 200 OK'));
    for (const answer of answers) expect(answer.headers.get('content-encoding')).toBeUndefined();
  });

  it('a batch may have a thousand parts', async () => {
    const parts = Array.from({ length: 1000 }, (_, index) => pythonPart({ id: String(index) }));
    const answers = await answered(parts);
    expect(answers.map(({ id }) => id)).toEqual(parts.map((_, index) => `<response-${BASE_ID} + ${index}>`));
    const { status, text } = await post(bodyOf([...parts, pythonPart({})]));
    expect([status, reasonOf(checkError(status, text))]).toEqual([400, 'MALFORMED_BATCH']);
    expect(text).toContain('has more than 1000 parts');
  });
});

describe('Conventions of a batch', () => {
  it('parts of a batch without a credential use that of the batch', async () => {
    const { read, write } = world().token;
    const parts = [
      pythonPart({ token: null, ...create('Lent') }),
      pythonPart({ token: read, ...create('Own') }),
      pythonPart({ token: 'nonsense' }),
    ];
    const lines = async (outer?: Outer) =>
      (await answered(parts, outer)).map(({ line }) => Number(line?.split(' ')[1]));
    expect(await lines({ token: write })).toEqual([200, 403, 401]);
    expect(await lines({ token: read })).toEqual([403, 403, 401]);
  });

  it.each([
    ['a part without HTTP version', 'GET @\r\n'],
    ['a part with an absolute URL', 'GET https://ads.example@ HTTP/1.1\r\n\r\n'],
    [
      'a part with a percent-encoded address',
      `GET ${ACCOUNT.replace('accounts/', 'accounts%2F')} HTTP/1.1\r\n\r\n`,
    ],
    [
      'POST for PATCH',
      'POST @ HTTP/1.1\r\nX-HTTP-Method-Override: GET\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nfields=name',
    ],
  ])('a batch is accepted with %s', async (_, request) => {
    const part = `Content-Type: application/http; msgtype=request\r\nContent-ID: a@b\r\n\r\n${request.replace('@', ACCOUNT)}`;
    const [answer] = await answered([part], { token: world().token.read }, '\r\n');
    expect([answer?.id, answer?.line]).toEqual(['response-a@b', 'HTTP/1.1 200 OK']);
  });

  it('parts of a batch need no Content-ID', async () => {
    const [answer] = await answered([`Content-Type: application/http\n\nGET ${ACCOUNT}\n`]);
    expect([answer?.id, answer?.line]).toEqual([undefined, 'HTTP/1.1 200 OK']);
  });

  it.each([
    '/batch',
    '/batch/',
    '/v1/vdc/healthCheck',
    '/oauth/token',
    '/metrics',
    '/v1beta/../batch',
    '//x/v1beta/a',
  ])('a batch refuses requests of another interface and nested batches: %s', async (target) => {
    const { token } = world();
    const [answer] = await answered([pythonPart({ method: 'POST', target, body: '{}' })], {
      token: token.write,
    });
    expect(answer?.line).toBe('HTTP/1.1 400 Bad Request');
    expect(reasonOf(checkError(400, answer?.text ?? ''))).toBe('BATCH_PART_ELSEWHERE');
  });

  it('a batch has a line in the log, and so has each part', async () => {
    const before = world().log.length;
    await answered([pythonPart({}), pythonPart({ target: '/v1beta/nothing' })]);
    const lines = world()
      .log.slice(before)
      .map((line) => JSON.parse(line));
    expect(lines.map(({ method, status }) => [method, status]).sort()).toEqual([
      ['admob.accounts.get', 200],
      ['batch', 200],
      ['unknown', 404],
    ]);
  });
});

describe('A batch that is refused as a whole', () => {
  const good = () => pythonPart(create('Never'));

  it.each<[string, () => string, string?]>([
    ['without parts', () => `--${BOUNDARY}--`],
    ['without a body', () => ''],
    ['without its last delimiter', () => `--${BOUNDARY}\n${good()}\n`],
    ['with another boundary than its header names', () => bodyOf([good()]).replaceAll(BOUNDARY, 'x')],
    ['of another media type', () => bodyOf([good()]), 'application/json'],
    ['of form data', () => bodyOf([good()]), `multipart/form-data; boundary="${BOUNDARY}"`],
    ['without a boundary', () => bodyOf([good()]), 'multipart/mixed'],
    ['with too long a boundary', () => bodyOf([good()]), `multipart/mixed; boundary=${'x'.repeat(71)}`],
    ['with a part of another type', () => bodyOf([good(), good().replace('application/http', 'text/plain')])],
    ['with a part in base64', () => bodyOf([good(), good().replace('binary', 'base64')])],
    ['with a part that is empty', () => bodyOf([good(), ''])],
    [
      'with a part that is no HTTP request',
      () => bodyOf([good(), 'Content-Type: application/http\n\nhello']),
    ],
    ['with an invalid HTTP method', () => bodyOf([good(), pythonPart({ method: 'FOO' })])],
    ['with an invalid address', () => bodyOf([good(), pythonPart({ target: 'v1beta' })])],
    ['with an invalid header', () => bodyOf([good(), pythonPart({}).replace('accept:', 'accept')])],
    ['with 101 lines of headers', () => bodyOf([good(), `a: 1\n${'b: 2\n'.repeat(100)}\n`])],
    ['with a header of 65536 bytes', () => bodyOf([good(), `a: ${'b'.repeat(65_536)}\n\n`])],
    ['with a long content type', () => bodyOf([good(), `Content-Type: application/http;${' '.repeat(300)}`])],
    ['with a long Content-ID', () => bodyOf([good(), pythonPart({ id: 'x'.repeat(500) })])],
  ])('a batch %s is refused, and nothing of it is executed', async (_, body, type = TYPE) => {
    const headers = { 'content-type': type };
    const { status, text } = await world().unchanged(() => post(body(), { headers }));
    expect([status, reasonOf(checkError(status, text))]).toEqual([400, 'MALFORMED_BATCH']);
  });

  it.each<[string, string | null, string]>([
    ['no credential', null, 'CREDENTIALS_MISSING'],
    ['an invalid credential', 'nonsense', 'ACCESS_TOKEN_TYPE_UNSUPPORTED'],
  ])('a batch with %s is refused before its body is read', async (_, token, reason) => {
    const request = `POST /batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n${
      token === null ? '' : `Authorization: Bearer ${token}\r\n`
    }\r\n`;
    const { status, body } = parseRaw(await rawExchange(world().url, [request]));
    expect([status, reasonOf(checkError(status, `${JSON.stringify(body, null, 2)}\n`))]).toEqual([
      401,
      reason,
    ]);
  });

  it('a batch of more than ten megabytes is refused', async () => {
    const { status, text } = await post(Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([status, reasonOf(checkError(status, text))]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('a batch that is sent by another method than POST is refused', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, text } = await fetch(`${world().url}/batch`, { method }).then(
        async (answer) => ({
          status: answer.status,
          headers: answer.headers,
          text: await answer.text(),
        }),
      );
      expect([status, reasonOf(checkError(status, text))]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(headers.get('allow')).toBe('POST');
    }
  });
});
