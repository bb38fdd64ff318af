import type { Holder } from '../model/index.ts';
import type { IssuerStore, IssuerWriter } from '../ports/store.ts';
import { searchTexts } from './search-texts.ts';

/** The 32-byte digest of a text by which a holder is found, keyed so that a copy of the database cannot be searched. */
export type HolderDigest = (text: string) => Uint8Array;

type Indexed = Pick<Holder, 'holderId' | 'recordVersion' | 'record'>;

async function index(
  writer: IssuerWriter,
  { holderId, recordVersion, record }: Indexed,
  digest: HolderDigest,
): Promise<void> {
  await writer.indexHolder(holderId, recordVersion, searchTexts(record).map(digest));
}

/** A store that keeps the index of holders: in the transaction in which a record is stored. */
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

/** Records in one write, so that other writes do not wait long. */
const PER_WRITE = 50;

/** Writes of one round; the rest waits for the next. */
const WRITES = 100;

/** Indexes records that an earlier version stored; any number of processes may do it. Answers how many. */
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
