import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { AuditEntry } from '../../audit/entry.ts';
import type { EntryFilter } from '../../audit/ports/log.ts';
import type { Database } from '../database.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { logReader, logWriter } from './audit-log.ts';

let database: Database;
useTestDatabase('file', (opened) => {
  database = opened;
});

const START = { kind: 'start' } as const;

const ENTRIES: readonly AuditEntry[] = [
  { subject: 'proofing', subjectId: 'waits', event: 'create', to: 'pending', actor: START, at: 1 },
  { subject: 'proofing', subjectId: 'wrong', event: 'create', to: 'rejected', actor: START, at: 2 },
  { subject: 'proofing', subjectId: 'waits', event: 'reject', to: 'rejected', actor: START, at: 3 },
  { subject: 'key', subjectId: 'old', event: 'retire', from: 'grace', to: 'retired', actor: START, at: 4 },
  {
    subject: 'key',
    subjectId: 'used',
    event: 'compromise',
    from: 'active',
    to: 'retired',
    actor: START,
    at: 5,
  },
  // It was retired before.
  {
    subject: 'key',
    subjectId: 'old',
    event: 'compromise',
    from: 'retired',
    to: 'retired',
    actor: START,
    at: 6,
  },
];

const listed = async (filter: EntryFilter) =>
  (await logReader(database.reader).listEntries({ limit: 10 }, filter)).map(
    ({ subjectId, event }) => `${subjectId} ${event}`,
  );

describe('The filter by an event', () => {
  beforeAll(async () => {
    const same = (target: Uint8Array) => target;
    const newId = idsOf(database, () => 1, same);
    await database.write((db) => logWriter(db, newId, same).record(...ENTRIES));
  });

  it.each([
    [{ event: 'reject' }, ['wrong create', 'waits reject']],
    [{ event: 'reject', subject: 'proofing', subjectId: 'wrong' }, ['wrong create']],
    [{ event: 'create' }, ['waits create', 'wrong create']],
    [{ event: 'retire' }, ['old retire', 'used compromise']],
    [{ event: 'compromise' }, ['used compromise', 'old compromise']],
  ] as const)('%j finds what has this outcome, and no state that lasts', async (filter, entries) => {
    expect(await listed(filter)).toEqual(entries);
  });
});
