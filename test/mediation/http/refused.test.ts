import { beforeAll, describe, expect, it } from 'vitest';
import { checkError } from './support/envelope.ts';
import {
  ACCOUNT,
  adUnit,
  type Call,
  EXPERIMENT,
  GROUP,
  GROUPS,
  newGroup,
  useHttpWorld,
} from './support/world.ts';

const world = useHttpWorld();

interface Write {
  readonly method: string;
  path(): string;
  body(): object;
  readonly query?: string;
}

let group: Awaited<ReturnType<typeof newGroup>>;
let running: Awaited<ReturnType<typeof newGroup>>;
beforeAll(async () => {
  group = await newGroup(world());
  running = await newGroup(world());
  await world().done('POST', `${running.path}/mediationAbExperiments`, { body: EXPERIMENT });
});

const mapping = { displayName: 'Mapping', adapterId: '111', adUnitConfigurations: { '1111': 'key' } };

/** A valid write of each method. */
const WRITES: Readonly<Record<string, Write>> = {
  'mediationGroups.create': { method: 'POST', path: () => GROUPS, body: () => GROUP },
  'mediationGroups.patch': {
    method: 'PATCH',
    path: () => group.path,
    query: 'updateMask=targeting.adUnitIds',
    body: () => ({ targeting: { adUnitIds: [adUnit('0000000009')] } }),
  },
  'mediationAbExperiments.create': {
    method: 'POST',
    path: () => `${group.path}/mediationAbExperiments`,
    body: () => EXPERIMENT,
  },
  'mediationAbExperiments.stop': {
    method: 'POST',
    path: () => `${running.path}/mediationAbExperiments:stop`,
    body: () => ({ variantChoice: 'VARIANT_CHOICE_A' }),
  },
  'adUnitMappings.create': {
    method: 'POST',
    path: () => `${ACCOUNT}/adUnits/0000000001/adUnitMappings`,
    body: () => mapping,
  },
  'adUnitMappings.batchCreate': {
    method: 'POST',
    path: () => `${ACCOUNT}/adUnitMappings:batchCreate`,
    body: () => ({
      requests: [
        { parent: `${ACCOUNT.slice('/v1beta/'.length)}/adUnits/0000000001`, adUnitMapping: mapping },
      ],
    }),
  },
  'apps.create': {
    method: 'POST',
    path: () => `${ACCOUNT}/apps`,
    body: () => ({ platform: 'ANDROID', manualAppInfo: { displayName: 'App' } }),
  },
};

interface Wrong extends Pick<Call, 'headers' | 'token'> {
  readonly query?: string;
  /** Text that is sent in place of the body. */
  readonly body?: string;
  readonly status: number;
}

const PRESENT = { headers: { 'content-type': 'application/json' } };

/** Changes after which a valid request must be refused. */
const WRONG: Readonly<Record<string, Wrong | (() => Wrong)>> = {
  'no credential': { token: null, status: 401 },
  'an invalid token': { token: 'x.y.z', status: 401 },
  'a token with the readonly scope': () => ({ token: world().token.read, status: 403 }),
  'a token of another publisher': () => ({ token: world().token.other, status: 403 }),
  'an unknown name in fields': { query: 'fields=nope', status: 400 },
  'a name below a scalar in fields': { query: 'fields=name/x', status: 400 },
  'a syntax error in fields': { query: 'fields=name(', status: 400 },
  'unknown fields in the header': { headers: { 'x-goog-fieldmask': 'nope' }, status: 400 },
  'an unknown value of alt': { query: 'alt=proto', status: 400 },
  'alt=media': { query: 'alt=media', status: 400 },
  JSONP: { query: 'callback=x', status: 400 },
  'a token in the URL': { query: 'access_token=x', status: 400 },
  'an unknown error format': { query: '$.xgafv=3', status: 400 },
  'an unknown parameter': { query: 'foo=bar', status: 400 },
  'a parameter of another method': { query: 'pageSize=1', status: 400 },
  'a validateOnly that is no boolean': { query: 'validateOnly=1', status: 400 },
  'a malformed If-Match': { headers: { 'if-match': 'x' }, status: 400 },
  'an unknown member in its body': { body: '{"nope":1}', status: 400 },
  'a body that is no JSON': { body: '{"displayName":', status: 400 },
  'a list as its body': { body: '[]', status: 400 },
  'an unsupported media type': { headers: { 'content-type': 'text/plain' }, status: 415 },
  'an unsupported content encoding': {
    headers: { ...PRESENT.headers, 'content-encoding': 'br' },
    status: 415,
  },
  'a content encoding that its body does not have': {
    headers: { ...PRESENT.headers, 'content-encoding': 'gzip' },
    status: 400,
  },
  'a body of more than 1 MiB': { body: `{"x":"${'x'.repeat(1024 * 1024)}"}`, status: 413 },
};

const OVERRIDES = ['GET', 'POST', 'HEAD', 'BOGUS', 'PATCH, PATCH', ''];

describe.each(Object.entries(WRITES))('%s', (_, { method, path, body, query = '' }) => {
  const request = (wrong: Partial<Wrong>) =>
    world().call(method, path(), {
      query: [query, wrong.query].filter(Boolean).join('&'),
      body: wrong.body ?? body(),
      ...(wrong.headers && { headers: wrong.headers }),
      ...(wrong.token !== undefined && { token: wrong.token }),
    });

  it.each(Object.entries(WRONG))('a request with %s is refused and changes nothing', async (_name, given) => {
    const wrong = typeof given === 'function' ? given() : given;
    const { status, text } = await world().unchanged(() => request(wrong));
    expect(status).toBe(wrong.status);
    checkError(status, text);
  });

  it.each(OVERRIDES)('the method override %j is refused, and changes nothing', async (override) => {
    if (method !== 'POST') return;
    const headers = { 'x-http-method-override': override };
    const { status } = await world().unchanged(() => request({ headers }));
    expect(status).toBe(400);
  });

  it('the same request without its error changes nothing with validateOnly', async () => {
    const { status } = await world().unchanged(() => request({ query: 'validateOnly=true' }));
    expect(status).toBe(200);
  });

  it('the same request without its error is executed', async () => {
    expect((await request({ query: 'fields=*&alt=json&prettyPrint=false' })).status).toBe(200);
  });
});
