import { closeSync, openSync, writeSync } from 'node:fs';
import { type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';
import { exported } from './entries.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly out: string;
}

/** An earlier export is not overwritten. */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'EEXIST' ? `${path} exists already` : `${path} cannot be written: ${code}`);
  }
}

/** Writes the audit log with its seals as JSON Lines. */
export async function exportEvents(options: Options): Promise<void> {
  const connection = connectionOf(options);
  const descriptor = newFile(options.out);
  let [lines, seals] = [0, 0];
  try {
    for await (const entry of exported(connection)) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      if ('seal' in entry) seals += 1;
      else lines += 1;
    }
  } finally {
    closeSync(descriptor);
  }
  print({ lines, seals }, options, () => `${lines} events and ${seals} seals`);
}
