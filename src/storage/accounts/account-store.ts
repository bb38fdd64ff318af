import type { AccountStore } from '../../accounts/ports/store.ts';
import type { Database } from '../database.ts';
import { keptWith } from '../kept-with.ts';
import { accountReader } from './account-reader.ts';
import { accountWriter } from './account-writer.ts';

export function accountStore(database: Database): AccountStore {
  const reader = accountReader(database.reader);
  const writerOf = keptWith(accountWriter);
  return {
    read: (use) => use(reader),
    write: (use) => database.write((transaction) => use(writerOf(transaction))),
  };
}
