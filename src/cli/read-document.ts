import { readText } from './bounded-file.ts';
import { UsageError } from './cli-errors.ts';

/** A document that another command wrote, for example a proof or a receipt. @throws UsageError if the file is none */
export function evidenceIn<T>(file: string, parse: (value: unknown) => T | undefined, what: string): T {
  const text = readText(file);
  let found: T | undefined;
  try {
    found = parse(JSON.parse(text));
  } catch {
    // It is not JSON.
  }
  if (found) return found;
  throw new UsageError(`${file} is not ${what}`);
}

/**
 * The value of `--seal-key`. A digest that was cut off would look like a forged document.
 * @throws UsageError if it is no digest
 */
export function sealKeyDigest(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new UsageError('--seal-key takes the 64 hexadecimal digits that diptych seals status prints');
}
