import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Rates } from '../../../../src/mediation/reports/currency-conversion.ts';
import { makeReport } from '../../../../src/mediation/reports/make-report.ts';
import { reportDeps } from '../../../../src/mediation/reports/report-deps.ts';
import type { ReportSpec } from '../../../../src/mediation/reports/report-spec.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { type Duck, openDuck } from '../../../../src/storage/mediation/parquet/duckdb.ts';
import { parquetDays } from '../../../../src/storage/mediation/parquet/parquet-days.ts';
import { useOpened } from '../../../support/use-opened.ts';
import { CATALOGUE, openWorld, type World } from '../../domain/support/world.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Thirds and sevenths, so that conversions do not end. */
const RATES = new Rates(
  Array.from({ length: 60 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 10, 20) - index * DAY).toISOString().slice(0, 10),
    currency: 'USD',
    rate: index % 2 === 0 ? '1.3' : '0.7',
  })),
  'EUR',
);

/** A database, a folder of Parquet files, and reports of both. */
async function openFilesWorld() {
  const world: World = await openWorld();
  const folder = mkdtempSync(join(tmpdir(), "diptych-it's-parquet-"));
  const duck = await openDuck({ folder, memoryMegabytes: 256 });
  const failures: unknown[] = [];
  const observe = (_: string, error: unknown) => failures.push(error);
  /** Each call is another process. */
  const process = (changes: { readonly database?: Database; readonly duck?: Duck } = {}) =>
    parquetDays({ database: world.database, duck, folder, observe, ...changes });
  const first = process();

  async function reportOf(publisherId: string, spec: ReportSpec, parquet: typeof first | undefined) {
    const publisher = (await world.store.read((reader) => reader.publisher(publisherId)))!;
    const { store, statistics, now: clock } = world;
    const reports = reportDeps(() => RATES, 90, parquet);
    const parts = { store, statistics, catalogue: () => CATALOGUE, reports, clock };
    const { header, rows, print, footer } = await makeReport(parts, { spec, publisher, ownNetwork: false });
    return JSON.stringify([header, rows.map(print), footer], undefined, 1);
  }

  return {
    world,
    folder,
    duck,
    failures,
    process,
    days: first,
    fromDatabase: (publisherId: string, spec: ReportSpec) => reportOf(publisherId, spec, undefined),
    fromFiles: (publisherId: string, spec: ReportSpec, parquet = first) =>
      reportOf(publisherId, spec, parquet),
    /** Files of the folder, without it. */
    filesIn: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .sort(),
    /** Makes the files that are due; an hour later, because days are looked for once an hour. */
    makeFiles(parquet = first): Promise<number> {
      world.advance(HOUR);
      return parquet.makeFiles({ now: world.now(), firstDay: 0, isOver: () => false });
    },
    async close() {
      duck.close();
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type FilesWorld = Awaited<ReturnType<typeof openFilesWorld>>;

export const useFilesWorld = (): (() => FilesWorld) => useOpened(openFilesWorld);
