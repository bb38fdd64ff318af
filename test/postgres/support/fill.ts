import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { TABLES } from '../../../src/storage/schema/index.ts';
import { clientOf } from '../../mediation/http/support/panel.ts';
import { GROUPS, startHttpWorld } from '../../mediation/http/support/world.ts';
import { activePhone, proofedPhone } from '../../support/devices.ts';
import { startWorld, type World } from '../../support/world.ts';

/** Settings that make a server use the SQLite file of its data folder, even if the suite runs on PostgreSQL. */
export const ON_SQLITE = { 'database.url': undefined };

async function fillMediation(data: string): Promise<void> {
  const world = await startHttpWorld({ data, ...ON_SQLITE });
  const { createGroup, createExperiment, createMapping } = clientOf(() => world);
  const { mediationGroupId } = await createGroup();
  await createExperiment(`${GROUPS}/${mediationGroupId}`);
  await createMapping();
  await world.close();
}

/** A server on SQLite with data of both panels, and one phone with a credential, which uses the `current` world. */
export async function fillByServer(data: string, current: () => World) {
  await fillMediation(data);
  const world = await startWorld({ folder: data, startAt: Date.now(), settings: ON_SQLITE });
  return {
    world,
    async use() {
      const phone = await activePhone(world, 2, {
        transport: (url, body) => current().transport(url, body),
        clock: () => current().now(),
      });
      await proofedPhone(world);
      const publishers = ['pub-1111111111111111'];
      await world.admin('createUser', {
        email: 'ada@example.com',
        password: 'correct horse battery',
        publishers,
      });
      world.advance(SEALED_AFTER + 1);
      await world.server.context.sealLog();
      await world.server.context.requests.settled();
      return phone;
    },
  };
}

interface Column {
  readonly name: string;
  readonly type: string;
}

export const columnsOf = (database: SqliteConnection.Database, table: string) =>
  database.pragma(`table_info(${table})`) as readonly Column[];

/** A made-up value of the column's type, different for each column. */
export function madeUp({ name, type }: Column, number: number): string | number | Buffer {
  const text = `${name}-${number}`;
  if (type === 'TEXT') return text;
  return type === 'BLOB' ? Buffer.from(text) : number;
}

/** Inserts rows of made-up values with these numbers. */
export function insertMadeUp(
  database: SqliteConnection.Database,
  table: string,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const columns = columnsOf(database, table);
  const places = columns.map(() => '?').join();
  const insert = database.prepare(`insert into ${table} values (${places})`);
  database.transaction(() => {
    for (let number = from; number <= to; number += 1)
      insert.run(columns.map((column) => madeUp(column, number)));
  })();
}

/** Inserts a row into every empty table; returns the names of the tables that already had rows. */
export function fillTheRest(data: string): readonly string[] {
  const database = new SqliteConnection(join(data, 'diptych.sqlite'));
  const isEmpty = (table: string) => database.prepare(`select 1 from ${table}`).get() === undefined;
  const empty = TABLES.filter(isEmpty);
  for (const table of empty) insertMadeUp(database, table, { from: 1, to: 1 });
  database.close();
  return TABLES.filter((table) => !empty.includes(table));
}
