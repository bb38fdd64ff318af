import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { raw } from '../faults/support/bad-clients.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const MB = 1024 * 1024;
const PUBLISHER = 'pub-1111111111111111';
/** The adapter with the most settings. */
const ADAPTER = '232';
const KEYS = ['2321', '2322', '2323'];
/** The longest value, in characters of four bytes. */
const VALUE = '😀'.repeat(4096);
/** The number of mappings that fit into one body. */
const IN_ONE_REQUEST = 20;
const COUNT = 100;

const target = useTarget();

interface Page {
  readonly adUnitMappings: readonly unknown[];
  readonly nextPageToken?: string;
}

it('a list of mappings of the largest size comes in pages of 2 MB, and larger mappings are refused', async () => {
  const { connection, send } = target();
  await callAdmin(connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['monetization'],
  });
  const headers = [`Authorization: Bearer ${accessToken}`];
  const account = `/v1beta/accounts/${PUBLISHER}`;
  const parent = `accounts/${PUBLISHER}/adUnits/0000000001`;
  const create = async (value: string, count: number, more = {}) => {
    const adUnitConfigurations = { ...Object.fromEntries(KEYS.map((key) => [key, value])), ...more };
    const one = { parent, adUnitMapping: { adapterId: ADAPTER, adUnitConfigurations } };
    const body = JSON.stringify({ requests: Array(count).fill(one) });
    return (await send(raw({ path: `${account}/adUnitMappings:batchCreate`, headers, body }))).status;
  };
  expect(await create(`${VALUE}x`, 1)).toBe(400);
  expect(await create('x', 1, { 999: 'y' })).toBe(400);
  for (let made = 0; made < COUNT; made += IN_ONE_REQUEST)
    expect(await create(VALUE, IN_ONE_REQUEST)).toBe(200);

  const sizes: number[] = [];
  const toll = await target().toll(async () => {
    let token: string | undefined = '';
    while (token !== undefined) {
      const path = `/v1beta/${parent}/adUnitMappings?pageSize=20000&pageToken=${token}`;
      const { body, head } = await send(raw({ method: 'GET', path, headers }));
      const page = body as Page;
      expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBeLessThan(2.5 * MB);
      sizes.push(page.adUnitMappings.length);
      token = page.nextPageToken;
    }
  });
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(COUNT);
  expectBounded(toll);
});
