import { describe, expect, it } from 'vitest';
import { checkBodyEtag, checkIfMatch, StatusError } from '../../../../src/conventions/index.ts';
import { conventionalHandler, useConventionsServer } from '../support/conventions-server.ts';
import { checkError, detailOf, reasonOf, violationsOf } from '../support/envelope.ts';
import { exchangeRaw, type RawAnswer } from '../support/raw.ts';
import { readVectors } from '../support/vectors.ts';

interface Condition {
  readonly header: string | null;
  readonly current: string | null;
  readonly holds: boolean;
}
interface Vectors {
  readonly ifMatch: readonly Condition[];
  readonly malformed: readonly string[];
  readonly ifNoneMatch: readonly Condition[];
  readonly bodyEtag: readonly {
    readonly etag: string | null;
    readonly current: string | null;
    readonly holds: boolean;
  }[];
}
const vectors = readVectors<Vectors>('if-match');

const SCHEMA = { type: 'object', properties: { etag: { type: 'string' } } };

/** The stored etag. */
let current: string | null = null;
let worked = 0;
const url = useConventionsServer((instance) => {
  const handler = conventionalHandler(SCHEMA, (request, { ifMatch, body }) => async () => {
    const tag = current ?? undefined;
    if (request.method === 'GET') {
      if (tag === undefined) throw new StatusError('NOT_FOUND', 'Not there.');
      return { etag: tag };
    }
    checkIfMatch(ifMatch, tag);
    checkBodyEtag((body as { etag?: string } | undefined)?.etag, tag);
    worked += 1;
    return { etag: '"next"' };
  });
  instance.route({ method: ['GET', 'PATCH'], url: '/resource', handler });
});

async function send(method: string, headers: readonly string[], body = ''): Promise<RawAnswer> {
  worked = 0;
  const { pathname, host } = new URL(url());
  const length = [`content-type: application/json`, `content-length: ${body.length}`];
  return exchangeRaw(
    url(),
    [
      `${method} ${pathname}/resource?fields=etag HTTP/1.1`,
      `host: ${host}`,
      ...(body === '' ? [] : length),
      ...headers,
    ],
    body,
  );
}
const lines = (name: string, value: string | null) => (value === null ? [] : [`${name}: ${value}`]);

describe('Test vectors of If-Match', () => {
  it.each(vectors.ifMatch)(
    'If-Match: $header against the etag $current matches: $holds',
    async ({ header, current: tag, holds }) => {
      current = tag;
      const { status, headers, text } = await send('PATCH', lines('If-Match', header));
      expect(worked).toBe(holds ? 1 : 0);
      if (holds) {
        expect([status, headers.get('etag')]).toEqual([200, '"next"']);
        return;
      }
      const error = checkError(status, text);
      expect([status, error.status, reasonOf(error)]).toEqual([
        412,
        'FAILED_PRECONDITION',
        'CONDITION_NOT_MET',
      ]);
      expect(detailOf(error, 'PreconditionFailure')?.violations).toMatchObject([
        { type: 'ETAG', subject: 'If-Match' },
      ]);
    },
  );

  it.each(vectors.malformed)('the header If-Match: %j is refused as malformed', async (header) => {
    current = '"7"';
    const { status, text } = await send('PATCH', lines('If-Match', header));
    const error = checkError(status, text);
    expect([status, worked]).toEqual([400, 0]);
    // Node itself refuses control characters in headers.
    const isHeader = !/[^\t\x20-\x7e]/.test(header);
    if (isHeader) expect(violationsOf(error)).toMatchObject([{ field: 'If-Match' }]);
    else expect(reasonOf(error)).toBe('MALFORMED_REQUEST');
  });

  it('If-Match sent twice is read as a list', async () => {
    current = '"7"';
    expect((await send('PATCH', ['If-Match: "6"', 'If-Match: "7"'])).status).toBe(200);
    expect((await send('PATCH', ['If-Match: "6"', 'If-Match: "5"'])).status).toBe(412);
  });

  it('a GET with an If-Match that does not match is refused', async () => {
    current = '"7"';
    expect((await send('GET', ['If-Match: "7"'])).status).toBe(200);
    expect((await send('GET', ['If-Match: "6"'])).status).toBe(412);
  });
});

describe('Test vectors of If-None-Match with GET', () => {
  const stored = vectors.ifNoneMatch.filter((one) => one.current !== null);
  it.each(stored)(
    'If-None-Match: $header against the etag $current is answered with the resource: $holds',
    async ({ header, current: tag, holds }) => {
      current = tag;
      const { status, headers, body } = await send('GET', lines('If-None-Match', header));
      expect([status, headers.get('etag')]).toEqual([holds ? 200 : 304, tag]);
      expect(headers.get('vary')).toBe('Accept-Encoding, User-Agent');
      if (!holds) expect(body.length).toBe(0);
    },
  );

  it.each(vectors.malformed.filter((header) => !/[^\t\x20-\x7e]/.test(header)))(
    'the header If-None-Match: %j is refused as malformed',
    async (header) => {
      current = '"7"';
      expect((await send('GET', lines('If-None-Match', header))).status).toBe(400);
    },
  );
});

describe('Test vectors of the member etag in a body', () => {
  it.each(vectors.bodyEtag)(
    'the etag $etag in a body against $current matches: $holds',
    async ({ etag, current: tag, holds }) => {
      current = tag;
      const body = JSON.stringify(etag === null ? {} : { etag });
      const { status, text } = await send('PATCH', [], body);
      expect(worked).toBe(holds ? 1 : 0);
      if (holds) return;
      const error = checkError(status, text);
      expect([status, error.status, reasonOf(error)]).toEqual([409, 'ABORTED', 'ETAG_MISMATCH']);
    },
  );

  it('the header If-Match is checked before the etag in a body', async () => {
    current = '"7"';
    const { status } = await send('PATCH', ['If-Match: "6"'], '{"etag":"\\"5\\""}');
    expect(status).toBe(412);
  });
});
