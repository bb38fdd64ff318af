import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkError, violationsOf } from './support/envelope.ts';
import { exchangeRaw } from './support/raw.ts';
import {
  APPLOVIN,
  adUnit,
  EXPERIMENT,
  GROUP,
  GROUPS,
  INMOBI,
  newGroup,
  OWN_NETWORK,
  useHttpWorld,
} from './support/world.ts';

const world = useHttpWorld();

interface Request {
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly chunked?: boolean;
}

function send({ method, target, version = 'HTTP/1.1', headers = [], body = '', chunked = false }: Request) {
  const length = method === 'GET' && body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const head = [
    `${method} ${target} ${version}`,
    'host: mediation.example',
    `authorization: Bearer ${world().token.write}`,
    ...(chunked ? ['transfer-encoding: chunked'] : length),
    ...headers,
  ];
  const bytes = Buffer.byteLength(body).toString(16);
  return exchangeRaw(world().url, head, chunked ? `${bytes}\r\n${body}\r\n0\r\n\r\n` : body);
}

const JSON_BODY = 'content-type: application/json';

describe('curl', () => {
  const curl = ['user-agent: curl/8.5.0', 'accept: */*'];

  it('with --http1.0 and --data has an answer with a length on a connection that is closed', async () => {
    // --data takes the line breaks out.
    const body = JSON.stringify(GROUP, null, 2).replaceAll('\n', '');
    const { status, headers, text, closed } = await send({
      method: 'POST',
      target: GROUPS,
      version: 'HTTP/1.0',
      headers: [...curl, JSON_BODY],
      body,
    });
    expect([status, closed]).toEqual([200, true]);
    expect(headers.get('transfer-encoding')).toBeUndefined();
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(JSON.parse(text).displayName).toBe(GROUP.displayName);
  });

  it('with -g sends brackets and quotes as they are', async () => {
    const { path, lineId } = await newGroup(world());
    const { status, text } = await send({
      method: 'PATCH',
      target: `${path}?updateMask=mediationGroupLines["${lineId}"].state`,
      headers: [...curl, JSON_BODY],
      body: `{"mediationGroupLines":{"${lineId}":{"id":"${lineId}","state":"DISABLED"}}}`,
    });
    expect([status, JSON.parse(text).mediationGroupLines[lineId].state]).toEqual([200, 'DISABLED']);
  });

  it('without -H calls its body a form, which is no JSON', async () => {
    const headers = [...curl, 'content-type: application/x-www-form-urlencoded'];
    const { status, text } = await send({
      method: 'POST',
      target: GROUPS,
      headers,
      body: JSON.stringify(GROUP),
    });
    expect([status, checkError(status, text).code]).toEqual([415, 415]);
  });

  it('may ask whether to go on', async () => {
    const { status, text } = await send({
      method: 'POST',
      target: GROUPS,
      headers: [...curl, JSON_BODY, 'expect: 100-continue'],
      body: JSON.stringify(GROUP),
    });
    expect([status, JSON.parse(text).displayName]).toEqual([200, GROUP.displayName]);
  });
});

describe('the Python client', () => {
  const python = [
    'accept: application/json',
    'accept-encoding: gzip, deflate',
    'user-agent: (gzip)',
    'x-goog-api-client: gdcl/2.100.0 gl-python/3.12.0',
  ];
  let ids: readonly string[] = [];
  beforeAll(async () => {
    const groups = [
      await newGroup(world(), { displayName: 'A B' }),
      await newGroup(world(), { displayName: 'C' }),
    ];
    ids = groups.map(({ group }) => group.mediationGroupId);
  });

  it('lists with an empty page token and a length of 0', async () => {
    const target = `${GROUPS}?pageSize=1000&pageToken=&alt=json`;
    const { status, body } = await send({ method: 'GET', target, headers: [...python, 'content-length: 0'] });
    expect(status).toBe(200);
    const list = JSON.parse(gunzipSync(body).toString());
    expect(list.mediationGroups.length).toBeGreaterThanOrEqual(2);
    expect('nextPageToken' in list, 'the loop ends where the key is missing').toBe(false);
  });

  it('writes spaces as plus signs', async () => {
    const filter = new URLSearchParams({
      filter: `IN(DISPLAY_NAME, "A B") AND IN(MEDIATION_GROUP_ID, "${ids[0]}")`,
    });
    expect(filter.toString()).toContain('+AND+');
    const { status, text } = await send({
      method: 'GET',
      target: `${GROUPS}?${filter}&alt=json`,
      headers: python.slice(0, 1),
    });
    const names = JSON.parse(text).mediationGroups.map(
      ({ displayName }: { displayName: string }) => displayName,
    );
    expect([status, names]).toEqual([200, ['A B']]);
  });

  it('turns a GET with a long URL into a POST with a form', async () => {
    const values = [...ids, ...Array.from({ length: 200 }, (_, index) => String(9_000_000_000 + index))];
    const form = new URLSearchParams({
      filter: `IN(MEDIATION_GROUP_ID, ${values.map((id) => `"${id}"`).join(', ')})`,
      pageSize: '1',
      alt: 'json',
    });
    expect(form.toString().length).toBeGreaterThan(2048);
    const headers = [
      ...python.slice(0, 1),
      'x-http-method-override: GET',
      'content-type: application/x-www-form-urlencoded',
    ];
    const request = { method: 'POST', target: GROUPS, headers } as const;
    const seen: string[] = [];
    // A page may be empty; the last one has no token.
    for (let more = true; more; more = form.get('pageToken') !== '') {
      const { status, text } = await world().unchanged(() => send({ ...request, body: form.toString() }));
      const { mediationGroups = [], nextPageToken = '' } = JSON.parse(text);
      expect([status, mediationGroups.length <= 1]).toEqual([200, true]);
      seen.push(
        ...mediationGroups.map(({ mediationGroupId }: { mediationGroupId: string }) => mediationGroupId),
      );
      form.set('pageToken', nextPageToken);
    }
    expect(seen.toSorted()).toEqual([...ids].toSorted());
  });

  it('reads the token of the same GET from the header only', async () => {
    const answer = await fetch(`${world().url}${GROUPS}`, {
      method: 'POST',
      headers: { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${world().token.write}`,
    });
    expect(answer.status).toBe(401);
  });
});

describe('the Java client', () => {
  const java = [
    'accept-encoding: gzip',
    'user-agent: desk Google-API-Java-Client/2.2.0 Google-HTTP-Java-Client/1.43.3 (gzip)',
    'x-goog-api-client: gl-java/17.0.9 gdcl/2.2.0 linux/6.1.0',
  ];
  const type = 'content-type: application/json; charset=UTF-8';

  it('sends PATCH as a POST with a body in chunks', async () => {
    const { path, lineId } = await newGroup(world());
    const { status, text } = await send({
      method: 'POST',
      target: `${path}?updateMask=mediationGroupLines%5B%22${lineId}%22%5D.cpm_micros`,
      headers: [...java, type, 'x-http-method-override: PATCH'],
      body: JSON.stringify({ mediationGroupLines: { [lineId]: { cpmMicros: '30000', id: lineId } } }),
      chunked: true,
    });
    const { mediationGroupLines } = JSON.parse(text);
    expect([status, mediationGroupLines[lineId].cpmMicros]).toEqual([200, '30000']);
  });

  it('sends a GET with a long URL as a form, parameters of the URL included', async () => {
    const { group } = await newGroup(world());
    const many = Array.from({ length: 200 }, (_, index) => `"${index}"`).join();
    const filter = encodeURIComponent(`IN(MEDIATION_GROUP_ID,"${group.mediationGroupId}",${many})`);
    const { status, text } = await send({
      method: 'POST',
      target: GROUPS,
      headers: [
        'x-http-method-override: GET',
        'content-type: application/x-www-form-urlencoded; charset=UTF-8',
      ],
      body: `filter=${filter}&fields=mediationGroups/name`,
    });
    expect([status, JSON.parse(text)]).toEqual([200, { mediationGroups: [{ name: group.name }] }]);
  });

  it('loops until there is no next page token', async () => {
    const seen = new Set<string>();
    let pageToken = '';
    do {
      const query = `pageSize=1${pageToken === '' ? '' : `&pageToken=${encodeURIComponent(pageToken)}`}`;
      const page = JSON.parse((await send({ method: 'GET', target: `${GROUPS}?${query}` })).text);
      for (const { name } of page.mediationGroups) seen.add(name);
      pageToken = page.nextPageToken;
      expect(pageToken).not.toBe('');
    } while (pageToken !== undefined);
    const all = JSON.parse((await send({ method: 'GET', target: GROUPS })).text);
    expect(seen.size).toBe(all.mediationGroups.length);
  });
});

describe('the Go client', () => {
  it('asks for one line, and for gzip with one of the two headers only', async () => {
    const { group } = await newGroup(world());
    const { status, text, headers } = await send({
      method: 'GET',
      target: `${GROUPS}?alt=json&prettyPrint=false`,
      headers: [
        'user-agent: google-api-go-client/0.5',
        'accept-encoding: gzip',
        'x-goog-api-client: gl-go/1.22.0 gdcl/0.170.0',
      ],
    });
    expect([status, headers.get('content-encoding')]).toEqual([200, undefined]);
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    expect(text).toContain(group.name);
  });
});

describe('the Node client', () => {
  it('encodes everything in a query', async () => {
    const { path } = await newGroup(world());
    const mask = encodeURIComponent('mediationGroupLines["-1"]');
    const { status, text } = await send({
      method: 'PATCH',
      target: `${path}?%24.xgafv=2&updateMask=${mask}&key=k&quotaUser=u&uploadType=x&upload_protocol=y`,
      headers: [JSON_BODY, 'user-agent: google-api-nodejs-client/8.0.3'],
      body: JSON.stringify({ mediationGroupLines: { '-1': { adSourceId: INMOBI, cpmMode: 'LIVE' } } }),
    });
    const lines = Object.values(JSON.parse(text).mediationGroupLines) as { adSourceId: string; id: string }[];
    expect([status, lines.map(({ adSourceId }) => adSourceId)]).toEqual([
      200,
      expect.arrayContaining([INMOBI, OWN_NETWORK]),
    ]);
    for (const { id } of lines) expect(id).toMatch(/^\d{16}$/);
  });
});

describe('the Apps Script', () => {
  it('ends masks with a comma and writes prices as numbers', async () => {
    const { path } = await newGroup(world());
    const { status, text } = await send({
      method: 'PATCH',
      target: `${path}?updateMask=${encodeURIComponent('mediationGroupLines["-1"],mediationGroupLines["-2"],')}`,
      headers: [JSON_BODY],
      body: JSON.stringify({
        mediationGroupLines: {
          [-1]: {
            displayName: 'one',
            adSourceId: APPLOVIN,
            cpmMode: 'MANUAL',
            cpmMicros: 500_000,
            state: 'ENABLED',
          },
          [-2]: { displayName: 'two', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' },
        },
      }),
    });
    const lines = Object.values(JSON.parse(text).mediationGroupLines) as object[];
    expect([status, lines.length]).toEqual([200, 4]);
    expect(lines).toContainEqual(expect.objectContaining({ displayName: 'one', cpmMicros: '500000' }));
  });
});

describe('the guides', () => {
  it('write one key of an experiment in snake_case', async () => {
    const { path } = await newGroup(world());
    const line = { adSourceId: OWN_NETWORK, cpm_mode: 'LIVE', state: 'ENABLED' };
    const { body } = await world().done('POST', `${path}/mediationAbExperiments`, {
      body: { ...EXPERIMENT, treatmentMediationLines: [{ mediationGroupLine: line }] },
    });
    expect(body).toMatchObject({ state: 'RUNNING', treatmentTrafficPercentage: '50' });
  });
});

describe('parameters that come twice', () => {
  it.each([
    [
      'pageSize=1&pageSize=nonsense',
      (body: { mediationGroups: unknown[] }) => body.mediationGroups.length === 1,
    ],
    ['fields=mediationGroups/name&fields=nope', (body: object) => Object.keys(body).length === 1],
    ['prettyPrint=false&prettyPrint=true', () => true],
  ] as const)('?%s: the first counts', async (query, holds) => {
    await newGroup(world());
    const { body } = await world().done('GET', GROUPS, { query });
    expect(holds(body)).toBe(true);
  });

  it('with two masks would lose one of them', async () => {
    const { path } = await newGroup(world());
    const query = 'updateMask=targeting.adUnitIds&update_mask=mediationGroupLines[-1]';
    const { status, error } = await world().unchanged(() =>
      world().call('PATCH', path, { query, body: { targeting: { adUnitIds: [adUnit('0000000002')] } } }),
    );
    expect([status, violationsOf(error)]).toEqual([400, [expect.objectContaining({ field: 'update_mask' })]]);
  });
});
