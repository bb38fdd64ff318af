import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Diagnosis, diagnose } from '../../../src/server/doctor/index.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startServing } from '../../support/world.ts';

/** The findings of a level, each as its check and its text. */
export const found = ({ findings }: Diagnosis, level: string): readonly string[] =>
  findings.filter((finding) => finding.level === level).map(({ check, text }) => `${check}: ${text}`);

type Options = Readonly<Record<string, unknown>>;

interface Examined {
  readonly folder: string;
  /** The data folder of a server that was stopped, in the folder. */
  readonly data: string;
  examine(options?: Options, now?: number): Promise<Diagnosis>;
  /** What doctor reports while the data folder is changed by `spoil`, which returns what restores it. */
  whileSpoilt(spoil: () => () => void, options?: Options): Promise<Diagnosis>;
}

/** One data folder for all tests of a file. */
export function useDataFolder(): Examined {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-doctor-'));
  const data = join(folder, 'data');
  beforeAll(async () => {
    const serving = await startServing({ startAt: Date.now(), folder: data });
    await serving.close();
  }, HOOK_TIMEOUT);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const examine: Examined['examine'] = (options = {}, now = Date.now()) =>
    diagnose({ environment: {}, options: { data, ...options } }, () => now);
  return {
    folder,
    data,
    examine,
    async whileSpoilt(spoil, options) {
      const restore = spoil();
      try {
        return await examine(options);
      } finally {
        restore();
      }
    },
  };
}
