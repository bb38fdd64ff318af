import type { AccountStore } from '../../accounts/ports/store.ts';
import type { Database } from '../database.ts';
import { accountReader } from './account-reader.ts';
import { accountWriter } from './account-writer.ts';

export function accountStore(database: Database): AccountStore {
  const reader = accountReader(database.reader);
  return {
    read: (use) => use(reader),
    write: (use) => database.write((transaction) => use(accountWriter(transaction))),
  };
}
