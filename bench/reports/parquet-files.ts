import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { type Duck, openDuck } from '../../src/storage/mediation/parquet/duckdb.ts';
import { dayFolder, publish } from '../../src/storage/mediation/parquet/files.ts';
import { claimDay, listFile } from '../../src/storage/mediation/parquet/listed-days.ts';
import { parquetDays } from '../../src/storage/mediation/parquet/parquet-days.ts';
import { PUBLISHER } from '../mediation/sample.ts';
import { daysOf, type Size, SUMS, sumsOf } from './sizes.ts';

const MEMORY_MB = 1024;

/** Writes what the rounds of a year leave, without the rounds: the numbers of the database, without their texts. */
async function fill(database: Database, duck: Duck, folder: string, size: Size): Promise<void> {
  const { adUnits, lines, countries } = size;
  const session = await duck.session();
  const { from, to } = daysOf(size);
  for (let day = from; day <= to; day += 1) {
    const target = dayFolder(folder, PUBLISHER, day);
    await mkdir(target, { recursive: true });
    const names = SUMS.split(', ');
    const sums = sumsOf('range', String(day))
      .split(', ')
      .map((sum, at) => `${sum} as ${names[at]}`);
    const unnamed = join(target, 'unnamed');
    await session.run(
      `copy (select range::int // ${adUnits * countries} + 1 as feed_no, ${day} as day_no, range::int as key_no,
        ${sums} from range(${adUnits * countries * lines}) order by 1, 3) to $1 (format parquet, compression zstd)`,
      [unnamed],
    );
    const change = (await claimDay(database, PUBLISHER, day, Date.now()))!;
    await listFile(database, PUBLISHER, change, { day, ...(await publish(unnamed, target)) });
  }
  session.connection.closeSync();
}

/** Parquet files of all days of the database. */
export async function filledFiles(database: Database, folder: string, size: Size) {
  await mkdir(folder);
  const duck = await openDuck({ folder, memoryMegabytes: MEMORY_MB });
  await fill(database, duck, folder, size);
  const observe = (_: string, error: unknown) => {
    throw error;
  };
  return parquetDays({ database, duck, folder, observe });
}
