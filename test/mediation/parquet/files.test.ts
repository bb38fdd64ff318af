import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportSpec } from '../../../src/mediation/reports/report-spec.ts';
import type { Duck, Session } from '../../../src/storage/mediation/parquet/duckdb.ts';
import { all } from '../domain/support/statistics.ts';
import { store } from '../http/support/statistics.ts';
import { DAY, useFilesWorld } from './support/files-world.ts';

const world = useFilesWorld();

const NOVEMBER: ReportSpec = {
  dateRange: { startDate: { year: 2026, month: 11, day: 1 }, endDate: { year: 2026, month: 11, day: 30 } },
  dimensions: ['DATE', 'COUNTRY', 'AD_SOURCE'],
  metrics: ['IMPRESSIONS', 'ESTIMATED_EARNINGS'],
};

let publisherId: string;

const send = (day: string, changes: object = {}) => {
  const row = { time: `${day}T10:00:00Z`, adSourceId: '5', country: 'DE', impressions: 7, revenueMicros: 11 };
  const { statistics, now } = world().world;
  return store(statistics, { publisherId, receivedAt: now() }, [{ ...row, ...changes }]);
};

const fileOf = (day: string) => {
  const part = join(`publisher=${publisherId}`, `day=${day}`);
  const [file] = world()
    .filesIn()
    .filter((name) => name.startsWith(part));
  return file && join(world().folder, file);
};

/** The failures that a report from files brought about, after it was compared with that of the database. */
async function failuresOfReport(parquet = world().days): Promise<number> {
  const { failures, fromDatabase, fromFiles } = world();
  failures.length = 0;
  expect(await fromFiles(publisherId, NOVEMBER, parquet)).toBe(await fromDatabase(publisherId, NOVEMBER));
  return failures.length;
}

/** The days of the publisher that reports read from files. */
async function daysInFiles(): Promise<number> {
  await using open = await world().days.open(publisherId, { first: 0, last: 100_000 }, undefined);
  return open?.days.size ?? 0;
}

/** DuckDB, in which something happens just before a file is written. */
const before = (happens: (path: string) => Promise<unknown>): Duck => ({
  ...world().duck,
  async session() {
    const session = await world().duck.session();
    const run = session.run.bind(session);
    session.run = async (...asked: Parameters<Session['run']>) => {
      if (asked[0].startsWith('copy')) await happens(String(asked[1]));
      return run(...asked);
    };
    return session;
  },
});

beforeEach(async () => {
  publisherId = await world().world.publisher();
  await send('2026-11-02');
  await send('2026-11-03', { country: 'AT' });
});

describe('The Parquet files of a day', () => {
  it('there is one for each publisher and day, a week after the day ended', async () => {
    await send('2026-11-20');
    await world().makeFiles();
    expect(fileOf('2026-11-02')).toMatch(/publisher=pub-\d{16}\/day=2026-11-02\/[0-9a-f]{32}\.parquet$/);
    expect(fileOf('2026-11-20')).toBeUndefined();
    expect(await failuresOfReport()).toBe(0);
  });

  it('a file tells other programs what its numbers stand for', async () => {
    await world().makeFiles();
    const session = await world().duck.session();
    const read = `select source, ad_source_id, settled, country, currency, impressions, revenue_micros from read_parquet($1)`;
    const pages = await all(session.pages(read, [fileOf('2026-11-03')!]));
    expect(pages).toEqual([['sdk', '5', false, 'AT', 'USD', 7n, 11n]]);
    session.connection.closeSync();
  });

  it('a batch of an old day counts at once; the file is made again', async () => {
    await world().makeFiles();
    expect(await daysInFiles()).toBe(2);
    await send('2026-11-02');
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([1, 0]);
    await world().makeFiles();
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([2, 0]);
  });

  it('a batch that arrives while the file is made counts; this file does not', async () => {
    let left = 1;
    const duck = before(async (path) => {
      if (path.includes(publisherId) && left-- > 0) await send('2026-11-02', { country: 'CH' });
    });
    await world().makeFiles(world().process({ duck }));
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([1, 0]);
    await world().makeFiles();
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([2, 0]);
  });

  it('several processes share the work, and make each file once', async () => {
    const written: string[] = [];
    const duck = before(async (path) => written.push(path));
    const round = { now: world().world.now(), firstDay: 0, isOver: () => false };
    await Promise.all(Array.from({ length: 3 }, () => world().process({ duck }).makeFiles(round)));
    expect(written.filter((path) => path.includes(publisherId))).toHaveLength(2);
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([2, 0]);
  });

  it.each([
    ['before it is written', () => ({ duck: before(() => Promise.reject(new Error('killed'))) })],
    [
      'before it is listed',
      () => {
        let writes = 0;
        const { database } = world().world;
        const write: typeof database.write = (use) => {
          writes += 1;
          return writes === 2 ? Promise.reject(new Error('killed')) : database.write(use);
        };
        return { database: { ...database, write } };
      },
    ],
  ])('a process that ends %s loses nothing: another one makes the file', async (_, changes) => {
    const { makeFiles, process } = world();
    await expect(makeFiles(process(changes()))).rejects.toThrow('killed');
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([0, 0]);
    await makeFiles();
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([2, 0]);
  });

  it('a file is deleted an hour after it was first seen that it is not listed', async () => {
    await world().makeFiles();
    const old = fileOf('2026-11-02')!;
    await send('2026-11-02');
    await world().makeFiles();
    expect(existsSync(old)).toBe(true);
    await world().makeFiles();
    expect([existsSync(old), await daysInFiles()]).toEqual([false, 2]);
  });

  it('a report whose days change while it is made is made from the database', async () => {
    await world().makeFiles();
    const { days } = world();
    let left = 1;
    const open: typeof days.open = async (...asked) => {
      const opened = await days.open(...asked);
      return (
        opened && {
          days: opened.days,
          setKeys: (pages) => opened.setKeys(pages),
          async *sums(query) {
            yield* opened.sums(query);
            if (left-- > 0) await send('2026-11-02', { country: 'CH' });
          },
          requireUnchanged: () => opened.requireUnchanged(),
          [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
        }
      );
    };
    expect(await failuresOfReport({ ...days, open })).toBe(0);
    expect(left).toBeLessThan(1);
  });

  it('no file is made of a day that retention is deleting', async () => {
    const firstDay = Date.UTC(2026, 10, 3) / DAY;
    world().world.advance(DAY / 24);
    await world().days.makeFiles({ now: world().world.now(), firstDay, isOver: () => false });
    expect([fileOf('2026-11-02'), fileOf('2026-11-03')]).toEqual([undefined, expect.any(String)]);
  });

  it('only the user of the server can read the files', async () => {
    await world().makeFiles();
    expect(statSync(fileOf('2026-11-02')!).mode & 0o077).toBe(0);
  });

  it('a folder that cannot be read loses no listing', async () => {
    await world().makeFiles();
    const day = dirname(fileOf('2026-11-02')!);
    renameSync(day, `${day}-aside`);
    symlinkSync(day, day);
    await expect(world().makeFiles()).rejects.toThrow('ELOOP');
    rmSync(day);
    renameSync(`${day}-aside`, day);
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([2, 0]);
  });

  it('what retention deletes is in no file either', async () => {
    await world().makeFiles();
    const { statistics, now } = world().world;
    const firstDay = Date.UTC(2026, 10, 3) / DAY;
    await statistics.sweep({ now: now(), firstDay, firstHour: firstDay * 1440, experimentsBefore: 0 });
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([1, 0]);
    await world().makeFiles();
    await world().makeFiles();
    expect([fileOf('2026-11-02'), fileOf('2026-11-03')]).toEqual([undefined, expect.any(String)]);
  });
});

describe('Parquet files that cannot be read', () => {
  it.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is cut', (file: string) => truncateSync(file, 100)],
    [
      'has other bytes',
      (file: string) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0, bytes.length - 40));
      },
    ],
  ])('if a file %s, the report is made from the database, and the file is made again', async (_, spoil) => {
    await world().makeFiles();
    spoil(fileOf('2026-11-03')!);
    expect(await failuresOfReport()).toBe(1);
    // Until the files were checked, reports read the database.
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([0, 0]);
    await world().makeFiles();
    expect([await daysInFiles(), await failuresOfReport()]).toEqual([2, 0]);
  });

  it('an aborted report ends, and does not count as a failure', async () => {
    await world().makeFiles();
    const { days, failures } = world();
    const signal = AbortSignal.abort();
    await using open = (await days.open(publisherId, { first: 0, last: 100_000 }, signal))!;
    failures.length = 0;
    const query = { days: [1], feeds: [], dayMetrics: [], metrics: [], isFew: true };
    await expect(all(open.sums(query))).rejects.toThrow('aborted');
    expect(failures).toEqual([]);
  });
});

describe('DuckDB', () => {
  it.each([
    `select * from read_text('/etc/hostname')`,
    `copy (select 1) to '/tmp/diptych-outside.parquet' (format parquet)`,
    `set memory_limit = '8GB'`,
    'install httpfs',
    'load httpfs',
    `attach '/tmp/diptych-outside.db'`,
  ])('cannot run %s', async (sql) => {
    const session = await world().duck.session();
    await expect(session.run(sql)).rejects.toThrow(/disabled|locked/);
    session.connection.closeSync();
  });
});
