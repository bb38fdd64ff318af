import { ConflictError } from '../../accounts/errors.ts';
import type { AccountStore } from '../../accounts/ports/store.ts';
import { ConflictError as BrokenConstraint } from '../../issuer/errors.ts';
import type { Database } from '../database.ts';
import { accountReader } from './account-reader.ts';
import { accountWriter } from './account-writer.ts';

export function accountStore(database: Database): AccountStore {
  const reader = accountReader(database.reader);
  return {
    read: (use) => use(reader),
    async write(use) {
      try {
        return await database.write((transaction) => use(accountWriter(transaction)));
      } catch (error) {
        if (!(error instanceof BrokenConstraint)) throw error;
        throw new ConflictError('an id or an email was taken already', { cause: error });
      }
    },
  };
}
