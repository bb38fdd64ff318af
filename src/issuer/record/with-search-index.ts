import type { Holder } from '../model/index.ts';
import type { IssuerStore, IssuerWriter } from '../ports/store.ts';
import { searchTexts } from './search-texts.ts';

/**
 * The 32-byte digest of a text by which a holder can be found. It is keyed, so that a copy of the database
 * cannot be searched.
 */
export type HolderDigest = (text: string) => Uint8Array;

type Indexed = Pick<Holder, 'holderId' | 'recordVersion' | 'record'>;

async function index(
  writer: IssuerWriter,
  { holderId, recordVersion, record }: Indexed,
  digest: HolderDigest,
): Promise<void> {
  await writer.indexHolder(holderId, recordVersion, searchTexts(record).map(digest));
}

/** A store that updates the index of holders in the transaction that stores a record. */
export function withSearchIndex(store: IssuerStore, digest: HolderDigest): IssuerStore {
  const indexing = (writer: IssuerWriter): IssuerWriter => ({
    ...writer,
    async insertHolder(holder) {
      await writer.insertHolder(holder);
      await index(writer, holder, digest);
    },
    async updateHolder(holder) {
      await writer.updateHolder(holder);
      await index(writer, holder, digest);
    },
  });
  return { ...store, write: (use) => store.write((writer) => use(indexing(writer))) };
}

/** Number of records in one write, so that other writes do not wait long. */
const PER_WRITE = 50;

/** Number of writes in one round; the rest is done in the next round. */
const WRITES = 100;

/**
 * Indexes records that an earlier version stored. Any number of processes may call it. Returns the number of
 * records.
 */
export async function indexHolders(store: IssuerStore, digest: HolderDigest): Promise<number> {
  let indexed = 0;
  for (let write = 0; write < WRITES; write += 1) {
    const some = await store.write(async (writer) => {
      const holders = await writer.unindexedHolders(PER_WRITE);
      for (const holder of holders) await index(writer, holder, digest);
      return holders.length;
    });
    indexed += some;
    if (some < PER_WRITE) break;
  }
  return indexed;
}
