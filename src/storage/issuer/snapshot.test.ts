import { randomFillSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { TEST_EPOCHS } from '../../../test/support/epochs.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { DatabaseReader, IssuerDatabase } from '../../issuer/ports/database.ts';
import { issuerStore } from './issuer-store.ts';

let store: IssuerDatabase;

useTestDatabase('test', (database) => {
  store = issuerStore(
    database,
    () => 1000,
    (target) => randomFillSync(target),
    TEST_EPOCHS,
  );
});

const known = (reader: DatabaseReader) =>
  Promise.all(['one', 'other'].map(async (id) => (await reader.device(id)) !== undefined));

/** Inserts both devices in another transaction, after the first device was read. */
async function readAmid(read: IssuerDatabase['read']) {
  let isWritten = false;
  return read(async (reader) => {
    const [before] = await known(reader);
    if (!isWritten) {
      isWritten = true;
      await store.write(async (writer) => {
        for (const deviceReferenceId of ['one', 'other'])
          await writer.insertDevice({ deviceReferenceId, revision: 1 });
      });
    }
    return [before, ...(await known(reader))];
  });
}

it('a snapshot shows all of a transaction or nothing of it', async () => {
  const [before, ...after] = await readAmid((use) => store.snapshot(use));
  expect(after).toEqual([before, before]);
  expect(await store.snapshot(known)).toEqual([true, true]);
});

it('a failed read of a snapshot gives its error, and the next snapshot reads', async () => {
  const failing = store.snapshot(async (reader) => {
    await known(reader);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(await store.snapshot(known)).toEqual([false, false]);
});
