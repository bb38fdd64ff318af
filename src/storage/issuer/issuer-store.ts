import type { RandomFill } from '../../issuer/ports/effects.ts';
import type { IssuerStore } from '../../issuer/ports/store.ts';
import type { Database } from '../database.ts';
import { issuerReader } from './issuer-reader.ts';
import { issuerWriter } from './issuer-writer.ts';

/** Ids that sort in the order in which they were made, also between processes up to the millisecond. */
function timeOrderedIds(now: () => number, random: RandomFill): () => string {
  let last = 0;
  let sequence = 0;
  return () => {
    const at = Math.max(now(), last);
    sequence = at === last ? sequence + 1 : 0;
    last = at;
    const suffix = Buffer.from(random(new Uint8Array(8))).toString('hex');
    return `${at.toString().padStart(14, '0')}-${sequence.toString().padStart(6, '0')}-${suffix}`;
  };
}

export function issuerStore(database: Database, now: () => number, random: RandomFill): IssuerStore {
  const newChangeId = timeOrderedIds(now, random);
  const reader = issuerReader(database.reader);
  return {
    read: (use) => use(reader),
    write: (use) => database.write((transaction) => use(issuerWriter(transaction, newChangeId))),
  };
}
