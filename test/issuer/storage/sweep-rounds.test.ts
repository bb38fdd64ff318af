import { expect, it } from 'vitest';
import { execute, rows } from '../../support/database.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

/** More than two rounds of a sweep. */
const MANY = 1001;

it('one sweep deletes all expired MSOs, however many there are', async () => {
  const { database } = world().server.context.folder;
  execute(
    database,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY})
      insert into issued_mso (key_hash, credential_id, version_id, batch_id, batch_size, static_auth_data, expires_at)
      select randomblob(32), 'c', 'v', 'b', 1, x'00', 0 from n`,
  );
  expect((await world().sweep()).msos).toBe(MANY);
  expect(rows(world(), 'select 1 from issued_mso where static_auth_data is not null')).toEqual([]);
});
