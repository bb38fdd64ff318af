import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, METHODS } from '../../../src/mediation/contract/index.ts';
import { checkError, reasonOf } from './support/envelope.ts';
import { exchangeRaw } from './support/raw.ts';
import { EXPERIMENT, GROUPS, MINE, newGroup, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const send = (method: string, target: string, ...headers: readonly string[]) =>
  exchangeRaw(world().url, [
    `${method} ${target} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${world().token.write}`,
    ...headers,
  ]);

describe('The address of a resource', () => {
  it.each([
    ['without encoding', (name: string) => name],
    ['with encoded slashes', (name: string) => encodeURIComponent(name)],
    ['with encoded slashes, in lower-case hex', (name: string) => name.replaceAll('/', '%2f')],
    ['with some slashes encoded', (name: string) => name.replace('accounts/', 'accounts%2F')],
    [
      'with other characters encoded',
      (name: string) => name.replace('pub-', '%70ub%2D').replace('mediation', 'medi%61tion'),
    ],
  ])('a resource has the same address if it is written %s', async (_, written) => {
    const { group } = await newGroup(world());
    const { status, text } = await send('GET', `/v1beta/${written(group.name)}`);
    expect([status, JSON.parse(text).name]).toEqual([200, group.name]);
  });

  it('a resource can be requested in absolute form, as for a proxy', async () => {
    const { group } = await newGroup(world());
    const { status } = await send('GET', `${world().url}/v1beta/${group.name}`);
    expect(status).toBe(200);
  });
});

describe('Custom methods in addresses', () => {
  it.each([':stop', '%3Astop', '%3astop'])('the custom method is recognized as %s', async (verb) => {
    const { path } = await newGroup(world());
    await world().done('POST', `${path}/mediationAbExperiments`, { body: EXPERIMENT });
    const body = { variantChoice: 'VARIANT_CHOICE_A' };
    const { body: stopped } = await world().done('POST', `${path}/mediationAbExperiments${verb}`, { body });
    expect(stopped.state).toBe('EXPIRED');
  });

  it.each(['12:stop', 'x:y', ':stop', 'mediationAbExperiments:stop', 'a%3Ab'])(
    'a custom method is not part of an id: %s',
    async (id) => {
      const { status, text } = await send('GET', `${GROUPS}/${id}`);
      expect([status, reasonOf(checkError(status, text))]).toEqual([404, 'ROUTE_NOT_FOUND']);
    },
  );
});

describe('Addresses that do not exist', () => {
  it.each([
    '/v1beta',
    '/v1beta/',
    '/v1beta/nothing',
    `/v1beta/accounts/${MINE}/`,
    `/v1beta/accounts/${MINE}/mediationGroups/`,
    `/v1beta/accounts/${MINE}/mediationgroups`,
    `/v1beta//accounts/${MINE}`,
    `/v1beta/accounts/${MINE}/mediationGroups/1/2`,
    `/v1/accounts/${MINE}/mediationGroups`,
    `/v1alpha/accounts/${MINE}`,
    '/batch/v1beta',
    '/v1beta/batch',
    `/v1beta/accounts/${'x'.repeat(2000)}`,
  ])('a request to an unknown address gets 404: %s', async (target) => {
    for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, text, headers } = await send(method, target);
      expect([method, status, reasonOf(checkError(status, text))]).toEqual([method, 404, 'ROUTE_NOT_FOUND']);
      expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
    }
  });

  it.each(['/v1beta/accounts/%zz', '/v1beta/%', '/%zz', '/v1beta/accounts/%e0%a4%a'])(
    'a request to the address %s, which cannot be decoded, gets 400',
    async (target) => {
      const { status, text, headers } = await send('GET', target);
      expect([status, reasonOf(checkError(status, text))]).toEqual([400, 'MALFORMED_URL']);
      expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
      expect(text).not.toContain('%');
    },
  );
});

describe('HTTP methods that an address does not have', () => {
  const allowed = Map.groupBy(METHOD_NAMES, (name) => METHODS[name].address.flatPath);
  it.each(
    [...allowed].map(
      ([path, names]) => [path, names.map((name) => METHODS[name].address.httpMethod)] as const,
    ),
  )('%s has %j only', async (path, own) => {
    const target = `/${path.replace('{accountsId}', MINE).replace(/\{\w+\}/g, '1')}`;
    const all = (own as readonly string[]).includes('GET') ? [...own, 'HEAD'] : own;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if ((own as readonly string[]).includes(method)) continue;
      const { status, text, headers } = await send(method, target);
      expect([method, status, reasonOf(checkError(status, text))]).toEqual([
        method,
        405,
        'METHOD_NOT_ALLOWED',
      ]);
      expect(headers.get('allow')?.split(', ').toSorted()).toEqual([...all].toSorted());
    }
  });

  it('PUT by a method override is refused too', async () => {
    const { path, group } = await newGroup(world());
    const { status } = await world().unchanged(() =>
      world().call('POST', path, { body: group, headers: { 'x-http-method-override': 'PUT' } }),
    );
    expect(status).toBe(405);
  });
});

describe('HEAD requests', () => {
  it('HEAD answers as GET without the body', async () => {
    const { path } = await newGroup(world());
    for (const target of [
      path,
      GROUPS,
      '/v1beta/accounts',
      `${GROUPS}/0000000000`,
      `${GROUPS}?fields=nope`,
    ]) {
      const [get, head] = [await send('GET', target), await send('HEAD', target)];
      const headersOf = ({ headers }: typeof get) =>
        [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').toSorted();
      expect([head.status, headersOf(head)]).toEqual([get.status, headersOf(get)]);
      expect(head.body.length).toBe(0);
    }
  });
});

describe('Requests that are too large or no HTTP', () => {
  it('requests that are too large or no HTTP get a JSON answer', async () => {
    const long = await exchangeRaw(world().url, [
      `GET ${GROUPS}?x=${'y'.repeat(70_000)} HTTP/1.1`,
      'host: x',
    ]);
    expect([long.status, reasonOf(checkError(long.status, long.text))]).toEqual([431, 'HEADERS_TOO_LARGE']);
    const broken = await exchangeRaw(world().url, ['NOT HTTP AT ALL']);
    expect([broken.status, reasonOf(checkError(broken.status, broken.text))]).toEqual([
      400,
      'MALFORMED_REQUEST',
    ]);
  });

  it('a mask that names all lines of a full group fits into the URL', async () => {
    const { path } = await newGroup(world());
    const members = ['state', 'cpm_mode', 'cpm_micros', 'display_name'];
    const mask = Array.from({ length: 150 }, (_, line) =>
      members.map((member) => `mediation_group_lines["${10 ** 15 + line}"].${member}`).join(),
    ).join();
    const { status, error } = await world().call('PATCH', path, { query: { updateMask: mask }, body: {} });
    expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(error.message).toContain('1000000000000000');
  });
});
