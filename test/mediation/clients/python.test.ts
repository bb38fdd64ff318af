import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkError, detailOf } from '../http/support/envelope.ts';
import type { RawAnswer } from '../http/support/raw.ts';
import { ACCOUNT, GROUPS, MINE, newGroup, useHttpWorld } from '../http/support/world.ts';
import { JSON_BODY, sender } from './support/send.ts';

const world = useHttpWorld();
const send = sender(world);

const python = [
  'accept: application/json',
  'accept-encoding: gzip, deflate',
  'user-agent: (gzip)',
  'x-goog-api-client: gdcl/2.100.0 gl-python/3.12.0',
];
const FORM = ['x-http-method-override: GET', 'content-type: application/x-www-form-urlencoded'];

/** The JSON of an answer, decompressed if necessary. */
const unpacked = ({ headers, body }: RawAnswer) =>
  JSON.parse((headers.get('content-encoding') === 'gzip' ? gunzipSync(body) : body).toString());

let ids: readonly string[] = [];
beforeAll(async () => {
  const groups = [
    await newGroup(world(), { displayName: 'A B' }),
    await newGroup(world(), { displayName: 'C' }),
  ];
  ids = groups.map(({ group }) => group.mediationGroupId);
  for (const name of ['First', 'Second']) {
    const { body: app } = await world().done('POST', `${ACCOUNT}/apps`, {
      body: { platform: 'ANDROID', manualAppInfo: { displayName: name } },
    });
    await world().done('POST', `${ACCOUNT}/adUnits`, {
      body: { appId: app.appId, displayName: name, adFormat: 'BANNER' },
    });
  }
});

describe('the samples for the Python client', () => {
  it.each(['apps', 'adUnits', 'mediationGroups'])(
    'the Python samples list %s from an empty page token until the answer has no next token',
    async (collection) => {
      const seen: string[] = [];
      let pageToken = '';
      for (;;) {
        const target = `${ACCOUNT}/${collection}?pageSize=1&pageToken=${pageToken}&alt=json`;
        const answer = await send({ method: 'GET', target, headers: [...python, 'content-length: 0'] });
        expect(answer.status).toBe(200);
        const page = unpacked(answer);
        seen.push(...page[collection].map(({ name }: { readonly name: string }) => name));
        if (!('nextPageToken' in page)) break;
        pageToken = page.nextPageToken;
      }
      expect(new Set(seen).size).toBe(2);
    },
  );

  it('the Python samples list the accounts and get one', async () => {
    const list = unpacked(
      await send({ method: 'GET', target: '/v1beta/accounts?alt=json', headers: python }),
    );
    const [account] = list.account;
    expect(account.name).toBe(`accounts/${MINE}`);
    const one = await send({ method: 'GET', target: `/v1beta/${account.name}?alt=json`, headers: python });
    expect(unpacked(one)).toEqual(account);
  });

  it('the Python samples read the rows of a campaign report without looking whether there are any', async () => {
    const { status, text } = await send({
      method: 'POST',
      target: `${ACCOUNT}/campaignReport:generate?alt=json`,
      headers: [...python.slice(0, 1), JSON_BODY],
      body: '{"report_spec":{"date_range":{"start_date":{"year":2021,"month":12,"day":1},"end_date":{"year":2021,"month":12,"day":30}},"dimensions":["CAMPAIGN_ID"],"metrics":["IMPRESSIONS","CLICKS"]}}',
    });
    expect([status, JSON.parse(text)]).toEqual([200, { rows: [] }]);
  });
});

describe('the Python client', () => {
  it('the Python client gets a long answer compressed, because it sends both headers', async () => {
    const answer = await send({ method: 'GET', target: `${GROUPS}?alt=json`, headers: python });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(unpacked(answer).mediationGroups.length).toBeGreaterThanOrEqual(2);
  });

  it('the Python client sends JSON with spaces, and adds alt=json to every request', async () => {
    const { status, text } = await send({
      method: 'POST',
      target: `${GROUPS}?alt=json`,
      headers: [...python.slice(0, 1), JSON_BODY],
      body: '{"displayName": "Python", "targeting": {"platform": "ANDROID", "format": "BANNER"}}',
    });
    expect([status, JSON.parse(text).displayName]).toEqual([200, 'Python']);
  });

  it('the Python client encodes spaces in the mask as plus signs', async () => {
    const { path, lineId } = await newGroup(world());
    const query = new URLSearchParams({
      updateMask: `mediationGroupLines["${lineId}"].state, mediationGroupLines["${lineId}"].displayName`,
      alt: 'json',
    });
    const { status, text } = await send({
      method: 'PATCH',
      target: `${path}?${query}`,
      headers: [...python.slice(0, 1), JSON_BODY],
      body: JSON.stringify({ mediationGroupLines: { [lineId]: { state: 'DISABLED', displayName: 'Plus' } } }),
    });
    expect([status, JSON.parse(text).mediationGroupLines[lineId]]).toEqual([
      200,
      expect.objectContaining({ state: 'DISABLED', displayName: 'Plus' }),
    ]);
  });

  it('the Python client writes spaces in a query as plus signs', async () => {
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

  it('the Python client shows the message and details of an error', async () => {
    const target = `${GROUPS}?pageSize=x&alt=json`;
    const answer = await send({ method: 'GET', target, headers: python.slice(0, 1) });
    const error = checkError(400, answer.text);
    expect(error.message).toBe(`Invalid value at 'pageSize' (TYPE_INT32), "x"`);
    expect(detailOf(error, 'BadRequest')?.fieldViolations).toHaveLength(1);
  });

  it('the Python client turns a GET with a long URL into a POST with a form', async () => {
    const values = [...ids, ...Array.from({ length: 200 }, (_, index) => String(9_000_000_000 + index))];
    const form = new URLSearchParams({
      filter: `IN(MEDIATION_GROUP_ID, ${values.map((id) => `"${id}"`).join(', ')})`,
      pageSize: '1',
      alt: 'json',
    });
    expect(form.toString().length).toBeGreaterThan(2048);
    const headers = [...python.slice(0, 1), ...FORM];
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

  it('the access token of a GET sent as a form is read from the header only', async () => {
    const answer = await fetch(`${world().url}${GROUPS}`, {
      method: 'POST',
      headers: Object.fromEntries(FORM.map((line) => line.split(': ') as [string, string])),
      body: `access_token=${world().token.write}`,
    });
    expect(answer.status).toBe(401);
  });
});
