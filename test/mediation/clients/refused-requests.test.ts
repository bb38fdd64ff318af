import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commitWatch } from '../../support/database.ts';
import { property, runs } from '../../support/runs.ts';
import type { World } from '../../support/world.ts';
import { checkError } from '../http/support/envelope.ts';
import { exchangeRaw } from '../http/support/raw.ts';
import {
  ACCOUNT,
  adUnit,
  EXPERIMENT,
  GROUP,
  GROUPS,
  type HttpWorld,
  INMOBI,
  newGroup,
  useHttpWorld,
} from '../http/support/world.ts';

const world = useHttpWorld();

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly string[];
  readonly body: string;
}

const MAPPING = { displayName: 'Mapping', adapterId: '111', adUnitConfigurations: { '1111': 'key' } };

/** A valid request of each write method. Each case makes new groups, so that the groups stay small. */
async function goodRequests(to: HttpWorld): Promise<readonly Request[]> {
  const { path, lineId } = await newGroup(to);
  const request = (method: string, at: string, body: object, mask?: string): Request => ({
    method,
    path: at,
    query: mask === undefined ? [] : [['updateMask', mask]],
    headers: ['content-type: application/json'],
    body: JSON.stringify(body),
  });
  const change = {
    targeting: { adUnitIds: [adUnit('0000000002')] },
    mediationGroupLines: {
      [lineId]: { id: lineId, state: 'DISABLED', cpmMicros: '30000' },
      '-1': { displayName: 'New', adSourceId: INMOBI, cpmMode: 'LIVE' },
    },
  };
  const mask = `targeting.adUnitIds,mediationGroupLines["${lineId}"],mediationGroupLines["-1"]`;
  return [
    request('POST', GROUPS, GROUP),
    request('PATCH', path, change, mask),
    request('PATCH', path, change),
    request('POST', `${path}/mediationAbExperiments`, EXPERIMENT),
    request('POST', `${path}/mediationAbExperiments:stop`, { variantChoice: 'VARIANT_CHOICE_A' }),
    request('POST', `${ACCOUNT}/adUnits/0000000001/adUnitMappings`, MAPPING),
    request('POST', `${ACCOUNT}/adUnitMappings:batchCreate`, {
      requests: [
        { parent: `${ACCOUNT.slice('/v1beta/'.length)}/adUnits/0000000001`, adUnitMapping: MAPPING },
      ],
    }),
  ];
}

/** One change of a request: at the position `at`, `put` replaces `cut` characters. */
interface Damage {
  readonly where: 'method' | 'path' | 'query' | 'headers' | 'body';
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}

const PUT = [
  ...[
    '',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '.',
    '*',
    '/',
    '%',
    '%00',
    '%2F',
    ' ',
    '\u0000',
    '\u{1F600}',
  ],
  ...[
    'null',
    '-1',
    '0',
    '1e400',
    '9223372036854775808',
    'true',
    '[]',
    '{}',
    '"__proto__":{},',
    '"state":"REMOVED",',
  ],
];
const QUERIES = [
  ...[
    'fields=nope',
    'fields=name',
    'validateOnly=true',
    'validateOnly=x',
    'updateMask=*',
    'updateMask=',
    'alt=x',
  ],
  ...[
    'updateMask=mediationGroupLines["-1"]',
    'callback=f',
    'access_token=x',
    'prettyPrint=x',
    'pageSize=1',
    '%=%',
  ],
];
const HEADERS = [
  ...['if-match: "0"', 'if-match: *', 'if-match: x', 'content-encoding: gzip', 'content-type: text/plain'],
  ...['x-http-method-override: PATCH', 'x-http-method-override: GET', 'x-http-method-override: DELETE'],
  ...['x-goog-fieldmask: nope', 'expect: 100-continue', 'expect: x', 'transfer-encoding: chunked'],
];

const damage: fc.Arbitrary<Damage> = fc.record({
  where: fc.constantFrom('method', 'path', 'query', 'headers', 'body', 'body', 'body'),
  at: fc.nat({ max: 5000 }),
  cut: fc.nat({ max: 12 }),
  put: fc.oneof(fc.constantFrom(...PUT), fc.string({ maxLength: 5 })),
});

const spliced = (text: string, { at, cut, put }: Damage) => {
  const from = at % (text.length + 1);
  return `${text.slice(0, from)}${put}${text.slice(from + cut)}`;
};

/** Replaces characters that a request line must not contain. */
const printable = (text: string) => text.replace(/[^\x21-\x7e]/g, '_');

function damaged(request: Request, one: Damage): Request {
  const { method, path, query, headers, body } = request;
  const { where, at } = one;
  if (where === 'method') return { ...request, method: ['PUT', 'DELETE', 'POST', 'PATCH'][at % 4] ?? method };
  if (where === 'path') return { ...request, path: printable(spliced(path, one)) };
  if (where === 'body') return { ...request, body: spliced(body, one) };
  if (where === 'headers') return { ...request, headers: [...headers, HEADERS[at % HEADERS.length] ?? ''] };
  const [name = '', value = ''] = (QUERIES[at % QUERIES.length] ?? '').split(/=(.*)/s);
  const added = [name, value] as const;
  return { ...request, query: at % 3 === 0 ? [added, ...query] : [...query, added] };
}

async function send(to: HttpWorld, { method, path, query, headers, body }: Request) {
  const bytes = Buffer.from(body);
  const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return exchangeRaw(
    to.url,
    [
      `${method} ${path}${parameters === '' ? '' : `?${parameters}`} HTTP/1.1`,
      'host: mediation.example',
      'connection: close',
      `authorization: Bearer ${to.token.write}`,
      `content-length: ${bytes.length}`,
      ...headers,
    ],
    bytes,
  );
}

it('a refused request changes nothing, whatever is wrong with it', async () => {
  // commitWatch only uses the server of a world.
  const watch = commitWatch({ server: world().server } as unknown as World);
  const seen = { done: 0, refused: 0 };
  const requests = fc.asyncProperty(
    fc.nat({ max: 6 }),
    fc.array(damage, { minLength: 1, maxLength: 3 }),
    async (which, damages) => {
      const good = (await goodRequests(world()))[which] as Request;
      watch.hasChanged();
      const { status, text } = await send(world(), damages.reduce(damaged, good));
      expect(status).toBeLessThan(500);
      if (status >= 400) {
        checkError(status, text);
        expect(watch.hasChanged()).toBe(false);
        seen.refused += 1;
      } else {
        seen.done += 1;
      }
    },
  );
  try {
    await fc.assert(requests, property(120));
  } finally {
    watch.close();
  }
  expect(seen.refused).toBeGreaterThan(runs(60));
  expect(seen.done).toBeGreaterThan(0);
});
