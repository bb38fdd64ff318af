import { readFileSync } from 'node:fs';
import { UsageError } from '../cli-errors.ts';

/** A file beside the configuration that has a secret. */
export interface Secret {
  readonly name: string;
  readonly text: string;
}

/** A text in YAML. */
export const quoted = (text = '') => JSON.stringify(text);

export function secretOf(file: string | undefined, typed: string | undefined): string | undefined {
  if (file === undefined) return typed;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
