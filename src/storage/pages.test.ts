import { expect, it } from 'vitest';
import { useTestDatabase } from '../../test/support/test-database.ts';
import type { Database } from './database.ts';
import { afterCursor, type BoundedPage, fewOf, inOrder, inStepsOf, source } from './pages.ts';
import { insertRows } from './statements.ts';

let database: Database;

useTestDatabase('test', (opened) => {
  database = opened;
});

const subject = (number: number) => `row-${String(number).padStart(5, '0')}`;
const ROWS = Array.from({ length: 1500 }, (_, index) => subject(index));

const insert = (subjects: readonly string[]) =>
  database.write((db) =>
    insertRows(
      db,
      'code_attempt',
      subjects.map((name) => ({ subject: name, failures: 0, window_ends_at: 0 })),
    ),
  );

const all = (page: BoundedPage) =>
  inOrder(
    afterCursor(source(database.reader, 'code_attempt', page).select('subject'), 'subject', page),
    'subject',
    page,
  ).execute();

it('a list that is read in steps has all rows, while others are added', async () => {
  await insert(ROWS);
  let steps = 0;
  const read = async (page: BoundedPage) => {
    steps += 1;
    await insert([`added-${steps}`]);
    return { rows: await all(page), isCut: false };
  };
  const candidates = database.reader.selectFrom('code_attempt');
  const listed = await inStepsOf({ candidates, id: 'subject', page: { limit: 5000 }, read });
  expect(steps).toBe(2);
  expect(listed.map((row) => row.subject)).toEqual(expect.arrayContaining(ROWS));
});

it('few rows that are sorted are all there, while another one is added', async () => {
  await insert(ROWS.slice(0, 1000));
  const few = await fewOf(database.reader.selectFrom('code_attempt'));
  await insert(['added']);
  expect(await all({ limit: 5000, window: few })).toHaveLength(1001);
});
