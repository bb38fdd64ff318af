import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Collects what must be stopped or removed later. */
export type Keep = (stop: () => Promise<void>) => void;

/** Stops everything that was started, in reverse order, and deletes the folder, when `use` returns or throws. */
export async function withFolder<T>(use: (folder: string, keep: Keep) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  const stops: Parameters<Keep>[0][] = [];
  try {
    return await use(folder, (stop) => stops.push(stop));
  } finally {
    for (const stop of stops.toReversed()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
