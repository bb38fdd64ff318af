import { readFileSync } from 'node:fs';
import type SqliteConnection from 'better-sqlite3';

/** Parts of the database, by the names of their tables and indexes. */
const PARTS = [
  ['audit entry', /^state_change$/],
  ['its indexes', /state_change/],
  ['group', /^(sqlite_autoindex_)?mediation_group(_1)?$/],
  ['terms and lines', /_term$/],
] as const;

export type PageParts = Readonly<Record<string, number>>;

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** The pages in SQLite's log, by the part of the database that they belong to now. */
export function pagesInLog(file: string, log: SqliteConnection.Database): PageParts {
  const frame = FRAME_HEADER + Number(log.pragma('page_size', { simple: true }));
  const content = readFileSync(`${file}-wal`);
  const rows = log.prepare('select pageno, name from dbstat').all() as { pageno: number; name: string }[];
  const names = new Map(rows.map(({ pageno, name }) => [pageno, name]));
  const parts: Record<string, number> = {};
  for (let at = WAL_HEADER; at < content.length; at += frame) {
    const name = names.get(content.readUInt32BE(at)) ?? '';
    const [part] = PARTS.find(([, pattern]) => pattern.test(name)) ?? ['others'];
    parts[part] = (parts[part] ?? 0) + 1;
  }
  return parts;
}

export const totalOf = (parts: PageParts): number =>
  Object.values(parts).reduce((sum, count) => sum + count, 0);

/** The mean number of pages of each part, the largest first. */
export function meanParts(changes: readonly PageParts[]): string {
  const sums: Record<string, number> = {};
  for (const parts of changes)
    for (const [part, count] of Object.entries(parts)) sums[part] = (sums[part] ?? 0) + count;
  return Object.entries(sums)
    .sort(([, one], [, other]) => other - one)
    .map(([part, sum]) => `${part} ${(sum / changes.length).toFixed(1)}`)
    .join(', ');
}
