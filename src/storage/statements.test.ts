import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../test/support/test-database.ts';
import type { Database } from './database.ts';
import { isAmong } from './statements.ts';

let database: Database;

useTestDatabase('file', (opened) => {
  database = opened;
});

const NAMES = Array.from({ length: 16_000 }, (_, number) => `name "${number}"`);

it('a condition on the values of a column has one text, however many values there are', () => {
  const textOf = (values: readonly string[]) =>
    isAmong(database.reader, 'name', values).compile(database.reader).sql;
  expect(textOf(NAMES)).toBe(textOf(['one']));
});

it('a condition on the values of a column finds each of them and nothing else', async () => {
  const find = async (value: string) => {
    const { rows } = await sql<{
      readonly found: string;
    }>`select found from (select cast(${value} as text) as found)
      as one where ${isAmong(database.reader, 'found', NAMES)}`.execute(database.reader);
    return rows.map(({ found }) => found);
  };
  expect(await find('name "15999"')).toEqual(['name "15999"']);
  expect(await find('name')).toEqual([]);
});
