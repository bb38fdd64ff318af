import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../case.ts';
import { holds, Inconclusive } from '../../deviation.ts';
import { arrayIn, type MediationBench } from '../bench.ts';

type Row = Case<MediationBench>;

/** Another publisher, and no publisher. */
const OTHER = 'pub-9999999999999999';

function isStatus(body: unknown, code: number): void {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown; status?: unknown } };
  holds(error?.code === code, 'the body has no error with the HTTP status as its code');
  holds(typeof error.message === 'string' && error.message !== '', 'the error has no message');
  holds(typeof error.status === 'string', 'the error has no status');
}

const list = (id: string, path: string, member: string): Row => ({
  id,
  clause: 'lists',
  title: `GET ${path} answers with ${member}`,
  smoke: true,
  async run({ done }) {
    arrayIn(await done('GET', path), member);
  },
});

/** Invalid selections, with what a message about one must name. */
const BAD_FIELDS = [
  ['mediationGroups(', ''],
  ['mediationGroups/noSuchField', 'noSuchField'],
  ['a,,b', ''],
  [')', ''],
] as const;

/** What changes nothing. */
export const READ_CASES: readonly Row[] = [
  list('lists.groups', '/mediationGroups', 'mediationGroups'),
  list('lists.ad-sources', '/adSources', 'adSources'),
  {
    id: 'lists.adapters',
    clause: 'lists',
    title: 'GET of the adapters of an ad source answers with adapters',
    smoke: true,
    async run({ done }) {
      const [source] = arrayIn(await done('GET', '/adSources'), 'adSources');
      if (!source) throw new Inconclusive('there is no ad source');
      arrayIn(await done('GET', `/adSources/${source.adSourceId}/adapters`), 'adapters');
    },
  },
  ...(['', 'Bearer not-a-token'] as const).map(
    (authorization): Row => ({
      id: `authentication.${authorization ? 'wrong-token' : 'no-token'}`,
      clause: 'authentication',
      title: `A request with ${authorization ? 'a wrong token' : 'no token'} is refused with 401`,
      smoke: true,
      async run({ call }) {
        const { status } = await call('GET', '/mediationGroups', { headers: { authorization } });
        holds(status === 401, `it was answered with HTTP ${status}`);
      },
    }),
  ),
  {
    id: 'authentication.other-account',
    clause: 'ruling-16',
    title: 'The account of another publisher is refused with 403',
    smoke: true,
    async run({ at }) {
      const { status } = await at('GET', `/v1beta/accounts/${OTHER}/mediationGroups`);
      holds(status === 403, `it was answered with HTTP ${status}`);
    },
  },
  {
    id: 'authentication.no-account',
    clause: 'ruling-16',
    title: 'A path segment that is no publisher id is refused with 400',
    smoke: true,
    async run({ at }) {
      const { status } = await at('GET', '/v1beta/accounts/nobody/mediationGroups');
      holds(status === 400, `it was answered with HTTP ${status}`);
    },
  },
  {
    id: 'errors.status',
    clause: 'errors.status',
    title: 'An error is a google.rpc.Status',
    smoke: true,
    async run({ call }) {
      const { status, body } = await call('GET', '/mediationGroups', { query: { fields: '(' } });
      isStatus(body, status);
    },
  },
  {
    id: 'fields.selection',
    clause: 'fields.selection',
    title: 'fields limits the response to the chosen field',
    smoke: true,
    async run({ done }) {
      const whole = arrayIn(await done('GET', '/adSources'), 'adSources');
      const reduced = await done('GET', '/adSources', { query: { fields: 'adSources/title' } });
      const wanted = { adSources: whole.map(({ title }) => ({ title })) };
      holds(isDeepStrictEqual(reduced, wanted), 'the answer has other fields, or other ad sources');
    },
  },
  {
    id: 'fields.sub-selection',
    clause: 'fields.selection',
    title: 'a(b) equals a/b',
    smoke: true,
    async run({ done }) {
      const [path, nested] = [
        await done('GET', '/adSources', { query: { fields: 'adSources/adSourceId' } }),
        await done('GET', '/adSources', { query: { fields: 'adSources(adSourceId)' } }),
      ];
      holds(isDeepStrictEqual(path, nested), 'the answers differ');
    },
  },
  {
    id: 'fields.whole',
    clause: 'fields.selection',
    title: 'Without a sub-selection the elements of an array are returned whole',
    smoke: true,
    async run({ done }) {
      const { adSources } = await done('GET', '/adSources');
      const chosen = await done('GET', '/adSources', { query: { fields: 'adSources' } });
      holds(isDeepStrictEqual(chosen, { adSources }), 'the answer differs');
    },
  },
  ...BAD_FIELDS.map(
    ([fields, named], index): Row => ({
      id: `fields.invalid-${index + 1}`,
      clause: 'fields.invalid',
      title: `fields=${fields} is refused with 400 and a message`,
      smoke: true,
      async run({ call }) {
        const { status, body } = await call('GET', '/mediationGroups', { query: { fields } });
        holds(status === 400, `it was answered with HTTP ${status}`);
        const message: unknown = body?.error?.message;
        holds(typeof message === 'string' && message !== '', 'there is no message');
        holds(message.includes(named), 'the message does not name the selection');
      },
    }),
  ),
  {
    id: 'compression.gzip',
    clause: 'compression',
    title: 'A client that asks for gzip in both headers receives gzip',
    smoke: true,
    async run({ call }) {
      const headers = { 'accept-encoding': 'gzip', 'user-agent': 'diptych-conformance (gzip)' };
      const answer = await call('GET', '/adSources', { headers });
      holds(answer.headers.get('content-encoding') === 'gzip', 'the answer is not compressed');
      holds(answer.body !== undefined, 'the answer cannot be read');
    },
  },
];
