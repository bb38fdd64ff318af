import type { Store } from '../../conventions/store.ts';
import type { Holder } from '../model/index.ts';
import type { HolderSearchReader, HolderSearchWriter } from '../ports/holder-search.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { searchTexts } from './search-texts.ts';

/**
 * The 32-byte digest of a text by which a holder can be found. It is keyed, so that a copy of the database
 * cannot be searched.
 */
export type HolderDigest = (text: string) => Uint8Array;

interface IndexingWriter extends IssuerWriter, HolderSearchReader, HolderSearchWriter {}

type Indexed = Pick<Holder, 'holderId' | 'recordVersion' | 'record'>;

async function index(
  writer: HolderSearchWriter,
  { holderId, recordVersion, record }: Indexed,
  digest: HolderDigest,
): Promise<void> {
  await writer.indexHolder(holderId, recordVersion, searchTexts(record).map(digest));
}

/** A store that updates the index of holders in the transaction that stores a record. */
export function withSearchIndex<Reader, Writer extends IndexingWriter, S extends Store<Reader, Writer>>(
  store: S & Store<Reader, Writer>,
  digest: HolderDigest,
): S {
  const indexing = (writer: Writer): Writer => ({
    ...writer,
    async insertHolder(holder: Holder) {
      await writer.insertHolder(holder);
      await index(writer, holder, digest);
    },
    async updateHolder(holder: Holder) {
      await writer.updateHolder(holder);
      await index(writer, holder, digest);
    },
  });
  return {
    ...store,
    write: <T>(use: (writer: Writer) => Promise<T>) => store.write((writer) => use(indexing(writer))),
  };
}

/** Number of records in one write, so that other writes do not wait long. */
const PER_WRITE = 50;

/** Number of writes in one round; the rest is done in the next round. */
const WRITES = 100;

/**
 * Indexes records that an earlier version stored. Any number of processes may call it. Returns the number of
 * records.
 */
export async function indexHolders(
  store: Pick<Store<HolderSearchReader, HolderSearchReader & HolderSearchWriter>, 'write'>,
  digest: HolderDigest,
): Promise<number> {
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
