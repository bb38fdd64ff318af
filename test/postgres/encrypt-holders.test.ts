import { expect, it } from 'vitest';
import { DAY } from '../../src/conventions/time.ts';
import type { Holder } from '../../src/issuer/model/index.ts';
import { epochKeys } from '../../src/keys/holder-keys/epochs.ts';
import { issuerStore } from '../../src/storage/issuer/issuer-store.ts';
import { execute } from '../support/database.ts';
import { TEST_EFFECTS } from '../support/effects.ts';
import { newHolder } from '../support/records.ts';
import { encryptedColumns } from '../support/stored-holders.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

/** The first byte of the envelope. */
const SEALED = 1;

it('a holder who is imported while the encryption begins is encrypted, although neither transaction sees the other', async () => {
  const id = await newHolder(world());
  const { context } = world().server;
  execute(context.folder.database, `delete from kysely_migration where name like '%-in-use-%'`);
  const keys = epochKeys(context.folder.keys, { clock: world().now, length: DAY });
  let hasBegun = false;
  const epochs = { current: () => (hasBegun ? keys.current() : undefined), keyOf: keys.keyOf };
  const store = issuerStore(context.database, world().now, TEST_EFFECTS.random, epochs);
  const holder = (await store.read((reader) => reader.holder(id))) as Holder;

  const { promise: encrypted, resolve: end } = Promise.withResolvers<void>();
  const { promise: stored, resolve: reached } = Promise.withResolvers<void>();
  const imported = store.write(async (writer) => {
    await writer.insertHolder({ ...holder, holderId: 'imported', record: Buffer.from(holder.record) });
    reached();
    await encrypted;
  });
  await stored;
  hasBegun = true;
  await context.store.write((writer) => writer.encryptHolders('', 20));
  end();
  await imported;
  const columns = encryptedColumns(world());
  expect(columns).toHaveLength(2);
  expect(columns.every((bytes) => bytes[0] === SEALED)).toBe(true);
});

it('no holder is stored unencrypted beside encrypted ones, as when the folder of the keys was lost', async () => {
  const { database, store: encrypting } = world().server.context;
  const epochs = { current: () => undefined, keyOf: () => new Uint8Array() };
  const store = issuerStore(database, world().now, TEST_EFFECTS.random, epochs);
  const holder = (await encrypting.read((reader) => reader.holder('imported'))) as Holder;
  const insert = store.write((writer) => writer.insertHolder({ ...holder, holderId: 'plain' }));
  await expect(insert).rejects.toThrow('there is no key for new ones');
});
