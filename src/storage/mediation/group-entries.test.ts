import { describe, expect, it } from 'vitest';
import { planOf } from '../../../test/support/query-plan.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { Database } from '../database.ts';
import { groupEntry, listGroupEntries } from './group-entries.ts';

const NAME = 'accounts/pub-1111111111111111/mediationGroups/1234567890';

let database: Database;
useTestDatabase('file', (opened) => {
  database = opened;
});

describe('The entries of a group in the audit log', () => {
  it('a page of them is read by the index of subjects, without sorting', async () => {
    const plan = await planOf(database, (db) => listGroupEntries(db, NAME, { size: 10 }, undefined));
    expect(plan).toContain('state_change_subject');
    expect(plan).not.toMatch(/TEMP B-TREE|"Sort/);
  });

  it('the entry of a revision is found by the index of subjects alone', async () => {
    const plan = await planOf(database, (db) => groupEntry(db, NAME, 7));
    expect(plan).toMatch(/COVERING INDEX state_change_subject|Index Only Scan using state_change_subject/);
    expect(plan).not.toMatch(/TEMP B-TREE|"Sort/);
  });
});
