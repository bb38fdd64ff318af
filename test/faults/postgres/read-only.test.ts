import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { postgresUrl } from '../../support/database-of.ts';
import { activePhone } from '../../support/devices.ts';
import { useWorld } from '../../support/use-world.ts';
import { READY, UNAVAILABLE, untilTold } from '../support/readiness.ts';

const world = useWorld();

/**
 * Makes the database read-only, like an operator, or like a hosted PostgreSQL whose disk is nearly full.
 * Existing connections are closed.
 */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const { pathname, href } = new URL(postgresUrl(world().folder));
  const name = pathname.slice(1);
  const client = new Client({ connectionString: href.replace(name, 'postgres') });
  await client.connect();
  await client.query(
    `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  );
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}

describe('A read-only PostgreSQL', () => {
  it('with a read-only database reads are answered, changes get 503, and the readiness check fails', async () => {
    const { ids, device } = await activePhone(world(), 1, { encrypt: false });
    await setReadOnly(true);
    await untilTold(world().url, UNAVAILABLE);
    expect((await world().operate('getCredentialStatus', ids)).status).toBe(200);
    await expect(device.refresh(1)).rejects.toMatchObject({ status: 503 });
    await setReadOnly(false);
    await untilTold(world().url, READY);
    expect(await device.refresh(1)).toBe(1);
  });
});
