import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TEST_EPOCHS } from '../../../test/support/epochs.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { Credential, CredentialState } from '../../issuer/model/index.ts';
import type { IssuerDatabase } from '../../issuer/ports/database.ts';
import type { CredentialFilter, Page } from '../../issuer/ports/lists.ts';
import { issuerStore } from './issuer-store.ts';

let store: IssuerDatabase;

const NOW = 1000;

const credential = (credentialId: string, state: CredentialState, deadlineAt?: number): Credential => ({
  credentialId,
  revision: 1,
  deviceReferenceId: `device-${credentialId}`,
  proofingId: `proofing-${credentialId}`,
  holderId: credentialId < 'd' ? 'h-1' : 'h-2',
  state,
  versionId: 'version',
  recordVersion: 1,
  ...(deadlineAt !== undefined && { deadlineAt }),
  createdAt: 1,
  updatedAt: 1,
});

const CREDENTIALS = [
  credential('a', 'revoked'),
  credential('b', 'active', NOW),
  credential('c', 'active', NOW + 1),
  credential('d', 'active'),
  credential('e', 'revoked', NOW - 1),
  credential('f', 'provisionPending', NOW - 1),
  credential('g', 'revoked'),
];

useTestDatabase('file', (database) => {
  store = issuerStore(database, () => NOW, randomFillSync, TEST_EPOCHS);
  return store.write(async (writer) => {
    for (const one of CREDENTIALS) await writer.insertCredential(one);
  });
});

async function list(filter: Omit<CredentialFilter, 'now'>, page: Page) {
  const rows = await store.read((reader) => reader.listCredentials(page, { now: NOW, ...filter }));
  return rows.map(({ credentialId }) => credentialId).join('');
}

describe('Credentials in their current state', () => {
  it.each<[string, Omit<CredentialFilter, 'now'>, string]>([
    [
      'revoked: those that were, and those whose deadline has passed, each once',
      { state: 'revoked' },
      'abefg',
    ],
    ['revoked, of one holder', { state: 'revoked', holderId: 'h-2' }, 'efg'],
    ['active: none whose deadline has passed', { state: 'active' }, 'cd'],
    ['in any state', {}, 'abcdefg'],
  ])('credentials are listed by their current state: %s', async (_, filter, ids) => {
    expect(await list(filter, { limit: 10 })).toBe(ids);
  });

  it('credentials in a state are listed page by page', async () => {
    const state = 'revoked';
    expect(await list({ state }, { limit: 2 })).toBe('ab');
    expect(await list({ state }, { limit: 2, after: 'b' })).toBe('ef');
    expect(await list({ state }, { limit: 2, after: 'f' })).toBe('g');
  });

  it('credentials in a state are listed in the order of a time, and by id if times are equal', async () => {
    const sort = { by: 'createdAt', descending: true } as const;
    expect(await list({ state: 'revoked' }, { limit: 10, sort })).toBe('gfeba');
    expect(await list({ state: 'revoked' }, { limit: 2, after: 'f', afterKey: 1, sort })).toBe('eb');
  });
});
