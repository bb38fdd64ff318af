import type { LockFile } from '../../../../src/cli/mediation/as-code/lock-file.ts';
import type { Remote } from '../../../../src/cli/mediation/as-code/remote-writes.ts';
import { Unreachable } from '../../../../src/client/errors.ts';
import type { LockScope } from '../../../../src/mediation/as-code/lock.ts';

/** The process ends here: nothing catches this. */
export class Killed extends Error {}

/**
 * `before`: killed before the call reaches the server. `after`: killed when it was done. `lost`: done, but the answer did
 * not arrive. `cut off`: the server cannot be reached from this call on.
 */
export const FAULTS = ['before', 'after', 'lost', 'cut off'] as const;
export type Fault = (typeof FAULTS)[number];

/** The server and the lock file of a run in which the call of this number (from 0) goes wrong. */
export function faulty(remote: Remote, lock: LockFile, number: number, fault: Fault) {
  let made = 0;
  const isDue = () => {
    made += 1;
    return made - 1 === number;
  };
  const called = async (call: () => Promise<unknown>): Promise<unknown> => {
    const due = isDue();
    if (due && fault === 'before') throw new Killed();
    if (fault === 'cut off' && made > number) throw new Unreachable('cut off');
    const answer = await call();
    if (due && fault === 'after') throw new Killed();
    if (due && fault === 'lost') throw new Unreachable('lost');
    return answer;
  };
  const throughRemote = Object.fromEntries(
    Object.entries(remote).map(([name, call]) => [
      name,
      (...args: readonly unknown[]) =>
        called(() => (call as (...all: readonly unknown[]) => Promise<unknown>)(...args)),
    ]),
  ) as unknown as Remote;
  const written = (write: (scope: LockScope) => void) => (scope: LockScope) => {
    // A process that was killed does not tidy up.
    if (made > number && (fault === 'before' || fault === 'after')) throw new Killed();
    const due = isDue();
    if (due && fault === 'before') throw new Killed();
    write(scope);
    if (due && fault === 'after') throw new Killed();
  };
  const throughLock: LockFile = {
    read: () => lock.read(),
    note: written((scope) => lock.note(scope)),
    write: written((scope) => lock.write(scope)),
  };
  return { remote: throughRemote, lock: throughLock, calls: () => made };
}
