import type { AccountDeps } from '../deps.ts';
import type { ConsolePolicy } from './policy.ts';

type Needs = Pick<AccountDeps, 'store' | 'clock'> & { readonly console: ConsolePolicy };

/** Deletes sessions and codes that have ended. */
export const purgeEnded =
  ({ store, clock, console: { idle, absolute } }: Needs) =>
  async (limit: number): Promise<void> => {
    const now = clock();
    const purge = { signedInUntil: now - absolute, usedUntil: now - idle, codesUntil: now, limit };
    await store.write((writer) => writer.purgeConsole(purge));
  };
