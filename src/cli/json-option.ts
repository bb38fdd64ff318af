import { UsageError } from './exit.ts';

/** The value of an option that takes JSON. */
export function jsonOption<T>(text: string | undefined, option: string): T | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new UsageError(`${option} takes JSON, for example '{"recordNotFound":{}}'`);
  }
}
