import { afterAll, beforeAll, vi } from 'vitest';
import { diptych, type Run } from '../../../support/cli.ts';
import type { HttpWorld } from '../../http/support/world.ts';

/** Runs `diptych mediation …` against a server, with its write token. */
export const mediationOf =
  (world: () => HttpWorld) =>
  (...args: readonly string[]): Promise<Run> =>
    diptych('mediation', ...args, '--base-url', world().url);

/** The token of the commands for the tests of a file, in DIPTYCH_TOKEN. */
export function useToken(token: () => string): void {
  beforeAll(() => void vi.stubEnv('DIPTYCH_TOKEN', token()));
  afterAll(() => void vi.unstubAllEnvs());
}
