import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../../src/admin/contract/index.ts';
import { adminPages } from '../../../src/cli/admin/client.ts';
import { requestMembers } from '../../../src/cli/admin/method-command.ts';
import { ADMIN_METHODS } from '../../../src/cli/methods/index.ts';
import { adminHttp } from '../../support/admin-http.ts';
import { activePhone } from '../../support/devices.ts';
import { mdl } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const COUNT = 23;
/** Ids with every kind of character, which sort in unusual ways. */
const IDS = Array.from(
  { length: COUNT },
  (_, index) => `${['a', 'A', 'ä', 'Z', '0', '~', '🚗', ' '][index % 8]}${index}`,
);

beforeAll(async () => {
  await world().admin('importHolders', { holders: IDS.map((id) => ({ id, elements: mdl() })) as never });
}, HOOK_TIMEOUT);

async function walk(pageSize: number): Promise<string[][]> {
  const seen: string[][] = [];
  let pageToken: string | undefined;
  do {
    const request: { pageSize: number; pageToken?: string } = {
      pageSize,
      ...(pageToken ? { pageToken } : {}),
    };
    const page = await world().admin('listHolders', request);
    seen.push(page.holders.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return seen;
}

describe("Pages of the administration's lists", () => {
  it.each([1, 2, 7, COUNT - 1, COUNT, COUNT + 1, 1000])(
    'pages of %i show every row once, in one order',
    async (pageSize) => {
      const seen = await walk(pageSize);
      expect(seen.flat().toSorted()).toEqual(IDS.toSorted());
      expect(seen.flat()).toEqual((await walk(1000)).flat());
      for (const page of seen.slice(0, -1)) expect(page).toHaveLength(pageSize);
      expect(seen).toHaveLength(Math.ceil(COUNT / pageSize));
    },
  );

  it('every list with pages accepts a page size, which the commands send', () => {
    const methods = Object.keys(ADMIN_METHODS) as MethodName[];
    const lists = methods.filter(
      (method) => method.startsWith('list') && 'pageToken' in requestMembers(method),
    );
    expect(lists).toContain('listSilentDevices');
    for (const list of lists) expect(requestMembers(list), list).toHaveProperty('pageSize');
  });

  it('without a page size, or with 0, a page has a hundred rows', async () => {
    expect((await world().admin('listHolders', { pageSize: 0 })).holders).toHaveLength(COUNT);
    expect((await world().admin('listHolders', {})).holders).toHaveLength(COUNT);
  });

  it('a page size above the largest counts as the largest', async () => {
    expect((await world().admin('listHolders', { pageSize: 1_000_000 })).holders).toHaveLength(COUNT);
  });

  it.each(['-1', '1.5', 'many', '', '1e3', '0x10', '99999999999999999999', '%201'])(
    'a page size of %j is an invalid argument',
    async (pageSize) => {
      expect((await adminHttp(world(), `/admin/v1/holders?pageSize=${pageSize}`)).status).toBe(400);
    },
  );

  it.each(['x', '!', 'YQ==', 'a'.repeat(1025)])(
    'an invented page token is an invalid argument: %s',
    async (pageToken) => {
      await adminRefusal(world().admin('listHolders', { pageToken }), 'INVALID_ARGUMENT');
    },
  );

  it('a repeated parameter is an invalid argument', async () => {
    expect((await adminHttp(world(), '/admin/v1/holders?pageSize=1&pageSize=2')).status).toBe(400);
  });

  it('a row that is added between two pages may be shown, and no other row is lost', async () => {
    const first = await world().admin('listHolders', { pageSize: 5 });
    await world().admin('importHolders', { holders: [{ id: '~~late', elements: mdl() as never }] });
    const rest: string[] = [];
    for (let token = first.nextPageToken; token; ) {
      const page = await world().admin('listHolders', { pageSize: 5, pageToken: token });
      rest.push(...page.holders.map(({ id }) => id));
      token = page.nextPageToken;
    }
    expect(
      [...first.holders.map(({ id }) => id), ...rest].filter((id) => id !== '~~late').toSorted(),
    ).toEqual(IDS.toSorted());
  });

  it('proofings and credentials have pages too, with their current state', async () => {
    const phones = [await activePhone(world()), await activePhone(world()), await activePhone(world())];
    const seen = { listProofings: [] as string[], listCredentials: [] as string[] };
    for (const name of ['listProofings', 'listCredentials'] as const) {
      for await (const page of adminPages(world().connection, name)) {
        const rows = 'proofings' in page ? page.proofings : 'credentials' in page ? page.credentials : [];
        seen[name].push(...rows.map(({ id }) => id));
      }
    }
    expect(seen.listProofings.toSorted()).toEqual(phones.map(({ ids }) => ids.proofingId).toSorted());
    expect(seen.listCredentials.toSorted()).toEqual(phones.map(({ ids }) => ids.credentialId).toSorted());
    const small = await world().admin('listCredentials', { pageSize: 1 });
    expect([small.credentials.length, typeof small.nextPageToken]).toEqual([1, 'string']);
  });
});
