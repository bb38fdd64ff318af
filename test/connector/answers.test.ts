import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  found,
  hang,
  json,
  type RecordSystem,
  type Respond,
  recordOf,
  refused,
  reset,
  startRecordSystem,
} from '../support/record-system.ts';
import { CLAIM, type Watched, watched } from './support.ts';

let system: RecordSystem;
const open: Watched[] = [];

beforeAll(async () => {
  system = await startRecordSystem();
});
afterEach(async () => {
  system.calls.length = 0;
  for (const { records } of open.splice(0)) await records.close();
});
afterAll(() => system.close());

function connected(...options: [] | [Parameters<typeof watched>[1]]): Watched {
  const made = watched(system.url, ...options);
  open.push(made);
  return made;
}

const raw =
  (status: number, headers: Record<string, string>, body: string | Uint8Array): Respond =>
  (response) =>
    void response.writeHead(status, headers).end(body);
const JSON_TYPE = { 'content-type': 'application/json' };

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

/** An answer that never ends and sends one byte at a time. */
const slowLoris: Respond = (response) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

const endless: Respond = (response: ServerResponse) => {
  response.writeHead(200, JSON_TYPE);
  Readable.from(
    (function* spaces() {
      for (;;) yield ' '.repeat(65_536);
    })(),
  )
    .on('error', () => {})
    .pipe(response);
};

const page = '<html><body>Down for maintenance</body></html>';
const good = recordOf('h-1');

describe('Requests lookupByCode to a system of record', () => {
  it('lookupByCode sends the code with the claim in the body, never in the address', async () => {
    const { records } = connected();
    system.respondOnce(found(good));
    expect(await records.byCode('a code', CLAIM)).toEqual({
      outcome: 'found',
      record: expect.objectContaining({ holderId: 'h-1' }),
    });
    expect(system.calls).toEqual([
      {
        path: '/v1/records:lookupByCode',
        headers: expect.objectContaining({ 'content-type': 'application/json', accept: 'application/json' }),
        body: { code: 'a code', ...CLAIM },
      },
    ]);
  });

  it.each([
    [404, 'codeUnknown'],
    [410, 'codeUsed'],
    [410, 'codeExpired'],
    [404, 'recordMissing'],
    [409, 'recordExpired'],
    [409, 'recordRevoked'],
    [409, 'recordCanceled'],
    [409, 'recordSuspended'],
    [409, 'recordNotEntitled'],
  ])('lookupByCode reads %i %s as a refusal, after one attempt', async (status, error) => {
    const { records, lookups } = connected();
    system.respondOnce(refused(status, error));
    expect(await records.byCode('a code', CLAIM)).toEqual({ outcome: 'refused', cause: error });
    expect(lookups.map(({ outcome }) => outcome)).toEqual([error]);
    expect(system.calls).toHaveLength(1);
  });
});

describe('Requests records:get to a system of record', () => {
  it('records:get asks for a record by its id', async () => {
    const { records } = connected();
    system.respondOnce(found(good));
    expect((await records.byId('h-1', 'request-9')).outcome).toBe('found');
    expect(system.calls.map(({ path, body }) => [path, body])).toEqual([
      ['/v1/records:get', { id: 'h-1', requestId: 'request-9' }],
    ]);
  });

  it('a refusal about a code in answer to records:get counts as a fault', async () => {
    const { records, lookups } = connected();
    system.respondOnce(refused(410, 'codeUsed'));
    expect(await records.byId('h-1', 'r')).toEqual({ outcome: 'unavailable' });
    expect(lookups.map(({ outcome }) => outcome)).toEqual(['contract']);
  });

  it('the record of another holder in answer to records:get is refused', async () => {
    const { records, lookups } = connected();
    system.respondOnce(found(recordOf('h-2')));
    expect(await records.byId('h-1', 'r')).toEqual({ outcome: 'unavailable' });
    expect(lookups.map(({ outcome }) => outcome)).toEqual(['otherRecord']);
  });
});

/** Faulty answers of a system of record, each with its outcome and the number of calls. */
const FAULTS: readonly (readonly [string, Respond, string, number])[] = [
  ['a connection that is cut', reset, 'connection', 3],
  [
    'an answer that ends in the middle',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
      response.write('{"record":', () => response.destroy());
    },
    'connection',
    3,
  ],
  ['502', raw(502, {}, page), 'busy', 3],
  ['503', raw(503, { 'retry-after': '60' }, ''), 'busy', 3],
  ['504', raw(504, {}, ''), 'busy', 3],
  ['500', json(500, { error: 'codeUnknown' }), 'status', 1],
  ['429', raw(429, {}, ''), 'status', 1],
  ['400', json(400, { error: 'codeUnknown' }), 'status', 1],
  ['204', raw(204, {}, ''), 'status', 1],
  ['a redirect', raw(307, { location: '/v1/records:lookupByCode' }, ''), 'status', 1],
  ['401', raw(401, {}, ''), 'credentials', 1],
  ['403', raw(403, {}, ''), 'credentials', 1],
  ['a page with status 200', raw(200, { 'content-type': 'text/html' }, page), 'notJson', 1],
  ['a page with status 404', raw(404, { 'content-type': 'text/html' }, page), 'notJson', 1],
  ['an HTML page with the media type of JSON', raw(200, JSON_TYPE, page), 'notJson', 1],
  [
    'JSON with the media type of HTML',
    raw(200, { 'content-type': 'text/html' }, JSON.stringify({ record: good })),
    'notJson',
    1,
  ],
  ['no content type', raw(200, {}, JSON.stringify({ record: good })), 'notJson', 1],
  ['another charset', raw(200, { 'content-type': 'application/json; charset=latin1' }, '{}'), 'notJson', 1],
  ['bytes that are no UTF-8', raw(200, JSON_TYPE, Buffer.from([0x22, 0xff, 0x22])), 'notJson', 1],
  ['a compressed body', raw(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{}'), 'notJson', 1],
  ['an empty body', raw(200, JSON_TYPE, ''), 'notJson', 1],
  ['a member twice', raw(200, JSON_TYPE, `{"record":{},"record":${JSON.stringify(good)}}`), 'notJson', 1],
  ['more than 1 MiB', found({ ...good, elements: { x: { portrait: 'A'.repeat(1 << 20) } } }), 'tooLarge', 1],
  ['a body without end', endless, 'tooLarge', 1],
  ['very deep nesting', raw(200, JSON_TYPE, `${'['.repeat(50_000)}${']'.repeat(50_000)}`), 'tooDeep', 1],
  ['deep elements', found({ id: 'h-1', elements: { x: { y: nested(20) } } }), 'tooDeep', 1],
  ['an array', json(200, []), 'contract', 1],
  ['null', json(200, null), 'contract', 1],
  ['no record', json(200, {}), 'contract', 1],
  ['a record beside the envelope', json(200, good), 'contract', 1],
  ['a record without id', found({ elements: good.elements }), 'contract', 1],
  ['an empty id', found({ ...good, id: '' }), 'contract', 1],
  ['an id with a control character', found({ ...good, id: 'h\u0000' }), 'contract', 1],
  ['an id that is a number', found({ ...good, id: 7 }), 'contract', 1],
  ['elements that are a list', found({ ...good, elements: [] }), 'contract', 1],
  ['a namespace that is text', found({ ...good, elements: { 'org.iso.18013.5.1': 'x' } }), 'contract', 1],
  ['a member that the contract does not have', found({ ...good, validuntil: 'x' }), 'contract', 1],
  ['validUntil that is no time', found({ ...good, validUntil: 'tomorrow' }), 'contract', 1],
  ['validUntil that has passed', found({ ...good, validUntil: '2020-01-01T00:00:00Z' }), 'outOfDate', 1],
  ['a refusal without an error', json(404, {}), 'contract', 1],
  ['an unknown refusal', refused(404, 'moved'), 'contract', 1],
  ['a refusal with the status of another refusal', refused(404, 'codeUsed'), 'contract', 1],
  ['a refusal with status 200', refused(200, 'codeUnknown'), 'contract', 1],
];

describe('A system of record that fails or answers wrongly', () => {
  it.each(FAULTS)(
    'a faulty answer of the system of record counts as unavailable: %s',
    async (_, respond, fault, attempts) => {
      const { records, lookups } = connected();
      system.respondOnce(...Array<Respond>(attempts).fill(respond));
      expect(await records.byCode('a code', CLAIM)).toEqual({ outcome: 'unavailable' });
      expect(lookups.map(({ outcome }) => outcome)).toEqual([fault]);
      expect(system.calls).toHaveLength(attempts);
    },
  );

  it.each([
    ['never answers', hang],
    ['sends one byte at a time', slowLoris],
  ])('when the system of record %s, the lookup ends with the time limit', async (_, respond) => {
    const { records, lookups } = connected({ limits: { total: 150 } });
    system.respondOnce(respond);
    expect(await records.byCode('a code', CLAIM)).toEqual({ outcome: 'unavailable' });
    expect(lookups.map(({ outcome }) => outcome)).toEqual(['timeLimit']);
    expect(system.calls.length).toBeLessThan(2);
  });

  it('a system of record that refuses the connection is reported', async () => {
    const gone = await startRecordSystem();
    await gone.close();
    const { records, lookups } = watched(gone.url);
    expect(await records.byCode('a code', CLAIM)).toEqual({ outcome: 'unavailable' });
    expect(lookups.map(({ outcome }) => outcome)).toEqual(['connection']);
    await records.close();
  });

  it('neither the metrics nor the log contain the answer of the system of record', async () => {
    const { records, lookups } = connected();
    system.respondOnce(raw(200, JSON_TYPE, '{"record": {"id": "Quittengelb'));
    await records.byCode('a code', CLAIM);
    const { cause } = lookups[0] ?? {};
    expect(JSON.stringify(lookups) + String(cause) + (cause instanceof Error ? cause.stack : '')).not.toMatch(
      /Quittengelb|a code/,
    );
  });
});

describe('A system of record whose base address has a path', () => {
  it.each(['/records', '/records/'])('the base path %s is put in front of the paths', async (path) => {
    const { records } = watched(`${system.url}${path}`);
    system.respondOnce(found(good));
    await records.byId('h-1', 'r');
    await records.close();
    expect(system.calls.map((call) => call.path)).toEqual(['/records/v1/records:get']);
  });
});
