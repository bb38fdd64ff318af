import type { AccountStore } from '../../accounts/ports/store.ts';
import type { Clock, RandomFill } from '../../conventions/effects.ts';
import { logWriter } from '../audit/audit-writer.ts';
import type { Database } from '../database.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { accountReader } from './account-reader.ts';
import { accountWriter } from './account-writer.ts';

export function accountStore(database: Database, now: Clock, random: RandomFill): AccountStore {
  const newId = idsOf(database, now, random);
  const reader = accountReader(database.reader);
  return {
    read: (use) => use(reader),
    write: (use) =>
      database.write((transaction) => use(accountWriter(transaction, logWriter(transaction, newId, random)))),
  };
}
