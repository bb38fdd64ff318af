import { X509Certificate } from 'node:crypto';
import { DAY } from '../../conventions/time.ts';
import type { Inspection } from '../../storage/inspection.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { DataFolder } from '../files/data-folder.ts';

export type Level = 'ok' | 'warning' | 'failure';

/** The result of a check. */
export interface Finding {
  readonly level: Level;
  readonly text: string;
  /** The remedy. */
  readonly remedy?: string;
  /** The key, if this is about the end of its certificate. */
  readonly keyId?: string;
}

/** The data that all checks use. */
export interface Subject {
  readonly settings: Settings;
  readonly folder: DataFolder;
  /** Absent before the first start. */
  readonly database?: Inspection;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type Check = (subject: Subject) => Promise<readonly Finding[]> | readonly Finding[];

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string, remedy: string): Finding => ({ level: 'warning', text, remedy });
export const failure = (text: string, remedy: string): Finding => ({ level: 'failure', text, remedy });

/** The problems that were found, or one finding with the result ok. */
export const orOk = (found: readonly Finding[], text: string): readonly Finding[] =>
  found.length > 0 ? found : [ok(text)];

export const daysOf = (milliseconds: number): number => Math.floor(milliseconds / DAY);

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads a problem of the form `what is wrong; what to do`. */
export function failureOr(problem: string, otherwise: string): Finding {
  const [text, remedy] = problem.split(/; (?=[^;]*$)/);
  return failure(text ?? problem, remedy ?? otherwise);
}

/** Reads a problem of a setting. */
export const failureOf = (problem: string): Finding => failureOr(problem, 'correct it, and run this again');

/** A check that failed with an error. */
export function failuresOf(error: unknown, remedy: string): readonly Finding[] {
  return error instanceof SettingsError ? error.problems.map(failureOf) : [failure(wordsOf(error), remedy)];
}

/** A certificate should be renewed at least this many days before its end. */
const RENEW = 21;
const RENEW_NOW = 7;

/** How long the first certificate of a PEM text is still valid; `name` is the setting and its file. */
export function validity(name: string, pem: string, now: number, remedy: string): Finding {
  const { validFromDate, validToDate } = new X509Certificate(pem);
  if (now < validFromDate.getTime()) return failure(`${name} is not valid yet`, 'check the clock');
  const left = validToDate.getTime() - now;
  if (left < 0) return failure(`${name} has ended`, remedy);
  const text = `${name} ends in ${daysOf(left)} days`;
  if (daysOf(left) >= RENEW) return ok(text);
  return daysOf(left) >= RENEW_NOW ? warning(text, remedy) : failure(text, remedy);
}
