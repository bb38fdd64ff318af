import fc from 'fast-check';
import { anyText } from '../../support/any-text.ts';
import type { FuzzRequest } from './request.ts';
import { zipped } from './shapes.ts';

/** A change of a valid request before it is sent. */
export interface Wire {
  readonly credential: 'own' | 'none' | 'broken' | 'endless';
  readonly headers: readonly (readonly [string, string])[];
  readonly framing: NonNullable<FuzzRequest['framing']>;
  readonly body: 'as it is' | 'gzip' | 'broken gzip' | 'gzip bomb' | 'cut' | 'UTF-16' | 'not UTF-8' | 'none';
  readonly query: readonly (readonly [string, string])[];
  /** How often the request is sent at once on its connection. */
  readonly times: number;
  readonly isUnread: boolean;
}

const long = fc
  .tuple(fc.constantFrom('a', 'a,', 'a(', '/*', '(', '"a",', '%', '\u00ff', '-', 'a.b.'), fc.nat(30_000))
  .map(([unit, bytes]) => unit.repeat(bytes / unit.length));

const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '-1', '0', '1e9', '99999999999999999999', 'true', 'a[', '*', 'null'),
  },
  { weight: 3, arbitrary: fc.constantFrom('IN(', 'IN(STATE,"', 'a/b(c', '__proto__', '\0', '\ud800', '%zz') },
  { weight: 2, arbitrary: anyText(40) },
  { weight: 1, arbitrary: long },
);

const QUERY_NAMES = [
  'pageSize',
  'page_size',
  'pageToken',
  'filter',
  'updateMask',
  'validateOnly',
  'fields',
  '$.xgafv',
  'alt',
  'prettyPrint',
  'state',
  'startTime',
  'id',
  '__proto__',
];

const parameters = fc.array(fc.tuple(fc.constantFrom(...QUERY_NAMES), text), { maxLength: 3 });

const HEADER_NAMES = [
  'Accept-Encoding',
  'Accept',
  'If-Match',
  'If-None-Match',
  'X-HTTP-Method-Override',
  'X-Goog-FieldMask',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'Expect',
  'Range',
  'Host',
  'Forwarded',
  'X-Forwarded-For',
  'Client-Cert',
  'Origin',
  'X-Request-Id',
  'Traceparent',
];

/** Characters that are allowed in a header. Others would end the request, which other tests check. */
const inHeader = (value: string) => value.replace(/[^\x20-\x7e\x80-\xff]/g, '');

const header = fc.tuple(fc.constantFrom(...HEADER_NAMES), text.map(inHeader));
const manyHeaders = fc.tuple(header, fc.nat(2000)).map(([one, times]) => Array<typeof one>(times).fill(one));

export const wire: fc.Arbitrary<Wire> = fc.record({
  credential: fc.constantFrom('own', 'own', 'own', 'own', 'none', 'broken', 'endless'),
  headers: fc.oneof(
    { weight: 9, arbitrary: fc.array(header, { maxLength: 2 }) },
    { weight: 1, arbitrary: manyHeaders },
  ),
  framing: fc.constantFrom('length', 'length', 'length', 'length', 'chunked', 'short', 'long'),
  body: fc.oneof(
    { weight: 12, arbitrary: fc.constant('as it is' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('gzip', 'broken gzip', 'gzip bomb', 'cut', 'UTF-16', 'not UTF-8', 'none'),
    },
  ),
  query: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: parameters }),
  times: fc.oneof(
    { weight: 15, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 100 }) },
  ),
  isUnread: fc.boolean(),
});

/** Most bytes of requests that are sent at once. */
const MOST_AT_ONCE = 2 * 1024 * 1024;

const BOMB = zipped(Buffer.alloc(32 * 1024 * 1024, ' '));

function changedBody(body: Buffer, how: Wire['body']): Buffer | undefined {
  switch (how) {
    case 'gzip':
      return zipped(body);
    case 'broken gzip':
      return zipped(body).subarray(0, -5);
    case 'gzip bomb':
      return BOMB;
    case 'cut':
      return body.subarray(0, body.length / 2);
    case 'UTF-16':
      return Buffer.from(body.toString('latin1'), 'utf16le');
    case 'not UTF-8':
      return Buffer.concat([body, Buffer.from('"\xff\xfe', 'latin1')]);
    case 'none':
      return undefined;
    case 'as it is':
      return body;
  }
}

function credentials(how: Wire['credential'], own: string): FuzzRequest['headers'] & object {
  const value = {
    own,
    none: undefined,
    broken: `${own.slice(0, -9)}AAAAAAAAA`,
    endless: `Bearer ${'a.'.repeat(15_000)}`,
  };
  const text = value[how];
  return text === undefined ? [] : [['Authorization', text]];
}

/** The request after all changes. */
export function sentOver(request: FuzzRequest, own: string, { query, ...changes }: Wire): FuzzRequest {
  const { body, headers = [], path, name } = request;
  const changed = body === undefined ? undefined : changedBody(Buffer.from(body), changes.body);
  const isZipped = changed !== undefined && changes.body.includes('gzip');
  const more = new URLSearchParams(
    query.map(([key, value]): [string, string] => [key, value.toWellFormed()]),
  );
  const separator = path.includes('?') ? '&' : '?';
  const { body: _, ...rest } = request;
  const times = Math.min(changes.times, Math.ceil(MOST_AT_ONCE / (1 + (changed?.length ?? 0))));
  const isMany = times > 1 && changes.framing === 'length';
  return {
    ...rest,
    name: `${name}, ${changes.credential} credential, ${changes.framing}, body ${changes.body}`,
    path: query.length === 0 ? path : `${path}${separator}${more}`,
    headers: [
      ...headers,
      ...credentials(changes.credential, own),
      ...(isZipped ? ([['Content-Encoding', 'gzip']] as const) : []),
      ...changes.headers,
    ],
    framing: changes.framing,
    ...(isMany && { times, isUnread: changes.isUnread, shape: 'pipelining' as const }),
    ...(changed !== undefined && { body: changed }),
  };
}
