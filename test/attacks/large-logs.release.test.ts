import { expect, it } from 'vitest';
import { methodNamed } from '../../src/admin/contract/index.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Schema } from '../../src/conventions/json-schema.ts';
import { fillStore, GROUP, PUBLISHER } from '../fuzz/support/contents.ts';
import { leastToll } from '../support/least-toll.ts';
import { filtersOf, inPairs, ordersOf, singly } from '../support/selections.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const ENTRIES = 200_000;
const RESOURCE = `accounts/${PUBLISHER}/mediationGroups/${GROUP}`;

const target = useTarget({}, (folder) =>
  fillStore(folder, { adUnits: 1, groups: 2, mappings: 0, entries: ENTRIES }),
);

async function get(url: string, token: string): Promise<Readonly<Record<string, readonly object[]>>> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

/** The lists of the audit log. */
const LISTS = ['listEvents', 'listChanges'] as const;

it.each(LISTS)('%s with any filters and order is bounded, however long the audit log is', async (name) => {
  const { url, token } = target().connection;
  const { http, request } = methodNamed(name);
  const path = `${url}${http[1].replace('{id}', PUBLISHER)}`;
  const [rows = []] = Object.values(await get(`${path}?pageSize=1`, token));
  const filters = filtersOf(request as Schema, (rows[0] ?? {}) as Readonly<Record<string, unknown>>);
  const requests = [...singly(filters), ...inPairs(filters)];
  let longest = 0;
  for (const selection of requests)
    for (const orderBy of ordersOf(request as Schema)) {
      const query = new URLSearchParams({ ...selection, ...(orderBy && { orderBy }), pageSize: '1000' });
      const toll = await leastToll(target(), () => get(`${path}?${query}`, token));
      longest = Math.max(longest, toll.stalled);
      // The database fills its cache.
      expectBounded({ stalled: toll.stalled });
    }
  console.info(`${name}: the longest turn ${longest.toFixed(0)} ms`);
});

it('the history of a group with many changes, and lint of it, are bounded', async () => {
  const { connection, url } = target();
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['readonly'],
  });
  const paths = [
    `${RESOURCE}:history`,
    `${RESOURCE}:history?endTime=2000-01-01T00:00:00Z`,
    `accounts/${PUBLISHER}/lint`,
  ];
  for (const path of paths) {
    const toll = await leastToll(target(), () => get(`${url}/v1beta/${path}`, accessToken));
    console.info(`${path}: ${toll.stalled.toFixed(0)} ms`);
    expectBounded({ stalled: toll.stalled });
  }
});
