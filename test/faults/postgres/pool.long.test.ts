import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { postgresUrl } from '../../support/database-of.ts';
import { activePhone } from '../../support/devices.ts';
import { useWorld } from '../../support/use-world.ts';
import { READY, UNAVAILABLE, untilTold } from '../support/readiness.ts';

const MINE = 'pub-1111111111111111';
const CONNECTIONS = 2;

const world = useWorld({ settings: { 'database.poolSize': CONNECTIONS, 'database.timeoutSeconds': 2 } });

/**
 * Locks these tables until the work is done: everyone who reads or writes them waits, each with a connection.
 */
async function whileLocked(tables: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(world().folder) });
  await client.connect();
  try {
    await client.query(`begin; lock table ${tables} in access exclusive mode`);
    await work();
  } finally {
    await client.end();
  }
}

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

describe('A connection pool with all its connections in use', () => {
  it('with all connections in use each panel answers 503 in its form after the time limit, and later works again', async () => {
    const { ids, device } = await activePhone(world(), 1, { encrypt: false });
    const { connection, url } = world();
    await callAdmin(connection, 'createPublisher', { id: MINE, displayName: 'Acme' });
    const { accessToken } = await callAdmin(connection, 'issueToken', {
      publishers: [MINE],
      scopes: ['monetization'],
    });
    const headers = { authorization: `Bearer ${accessToken}` };
    const list = () => fetch(`${url}/v1beta/accounts/${MINE}/mediationGroups`, { headers });
    const status = () => world().operate('getCredentialStatus', ids);

    await whileLocked('credential, device, mediation_group, oauth_artifact, issuer_key', async () => {
      const answers = times(20 * CONNECTIONS, status);
      const lists = await times(10 * CONNECTIONS, list);
      await untilTold(url, UNAVAILABLE);
      for (const { status: code, headers: sent, body } of await answers) {
        expect([code, sent.get('retry-after')]).toEqual([503, '1']);
        const members = ['errorDescription', 'issuerErrorIdentifier', 'responseMetadata'];
        expect(Object.keys(body).toSorted()).toEqual(members);
      }
      for (const answer of lists) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
        expect(((await answer.json()) as { error: unknown }).error).toMatchObject({ status: 'UNAVAILABLE' });
      }
    });

    await untilTold(url, READY);
    expect((await status()).status).toBe(200);
    expect((await list()).status).toBe(200);
    expect(await device.refresh(1)).toBe(1);
  });
});
