import { afterAll, beforeAll, expect, vi } from 'vitest';
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

/** Runs a command that must succeed, and returns what it prints with --json. */
export const doneBy =
  (mediation: ReturnType<typeof mediationOf>) =>
  async (...args: readonly string[]) => {
    const { exit, out, err } = await mediation(...args, '--json');
    expect(exit, err).toBe(0);
    // biome-ignore lint/suspicious/noExplicitAny: answers of every method
    return JSON.parse(out) as any;
  };
