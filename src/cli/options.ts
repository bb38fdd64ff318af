import { readFileSync } from 'node:fs';
import { UsageError } from './cli-errors.ts';

/** The option of every command that prints a table. */
export const WIDE = ['--wide', 'print tables with all columns, whole ids and exact times'] as const;

/** The option of lists that show times with their day as a heading. */
export const UTC = ['--utc', 'times in UTC, not in the time zone of this machine'] as const;

/** The root that attests the keys of simulated phones, if it is not the public one of the sandbox. */
export const TEST_ROOT = [
  '--root <file>',
  'test root that the server trusts: certificate and private key in PEM',
] as const;

/** Collects the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The text of a file that an option names. @throws UsageError */
export function readOptionFile(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`${option}: the file ${path} cannot be read`);
  }
}

/** Parses the value of an option that takes JSON. */
export function jsonOption<T>(text: string | undefined, option: string): T | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new UsageError(`${option} takes JSON, for example '{"recordNotFound":{}}'`);
  }
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses `90s`, `10m`, `2h`, `1d`; without a unit, seconds. */
export function seconds(text: string, option: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (digits === undefined) throw new UsageError(`${option} takes a duration, for example 90s, 10m or 2h`);
  return Number(digits) * (SECONDS[unit] as number);
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Milliseconds. A time without a zone would depend on the machine; a date begins in UTC. @throws UsageError */
export function timeOption(text: string, option: string): number {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `${option} takes a date in UTC such as 2026-11-20, or a time with its zone such as 2026-11-20T09:00Z`,
  );
}
