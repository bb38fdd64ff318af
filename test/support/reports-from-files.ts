import { inject } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import type { MadeDays } from '../../src/storage/mediation/parquet/parquet-days.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** From what the reports of a suite are made. */
    reports: 'database' | 'parquet';
  }
}

/** Whether the suite makes its reports from Parquet files. */
export const fromFiles = () => inject('reports') === 'parquet';

const DAY = 86_400_000;
let rounds = 0;

/** Makes the files of all days again, however young they are: a batch notes only old days. */
export async function makeAllDays(database: Database, days: MadeDays, now: number): Promise<void> {
  await database.write((db) => db.updateTable('statistics_parquet').set({ file: null }).execute());
  rounds += 1;
  await days.makeFiles({ now: now + (30 + rounds) * DAY, firstDay: 0, isOver: () => false });
}
