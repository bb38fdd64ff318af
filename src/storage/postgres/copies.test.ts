import { expect, it } from 'vitest';
import { type CopiesState, copiesFault } from './copies.ts';

const TWO: CopiesState = { commit: 'on', names: 'ANY 1 (b, c)', copies: 1, hidden: 0 };

it.each<readonly [string, Partial<CopiesState>, string | undefined]>([
  ['waits for the disk of a standby', {}, undefined],
  ['waits until a standby shows the change', { commit: 'remote_apply' }, undefined],
  ['waits for its own disk alone', { commit: 'local' }, 'synchronous_commit of PostgreSQL is local'],
  [
    'waits for the memory of a standby',
    { commit: 'remote_write' },
    'synchronous_commit of PostgreSQL is remote_write',
  ],
  ['names no standbys', { names: '', copies: 0 }, 'synchronous_standby_names of PostgreSQL is empty'],
  ['hides its standbys', { copies: 0, hidden: 2 }, 'the user of the database may not see the standbys'],
  ['has lost its standbys', { copies: 0 }, 'no synchronous standby of PostgreSQL is connected'],
])('for a server that %s, the fault is found or not', (_, state, text) => {
  expect(copiesFault({ ...TWO, ...state })?.text).toBe(text);
});
