import { OPERATOR } from '../../accounts/ids.ts';
import type { AccountStore } from '../../accounts/ports/store.ts';
import type { AdminTokenUse, AdmitAdminToken } from '../../admin/access/admin-token.ts';
import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { type Clock, DAY } from '../../conventions/time.ts';
import type { DataFolder } from '../files/data-folder.ts';
import {
  endedOpenings,
  endOf,
  endOpening,
  type FoundOpening,
  findOpening,
  forgetEnded,
  type Opening,
} from './opening.ts';

export type BreakGlassEvent =
  | { readonly event: 'open'; readonly opening: Opening }
  | { readonly event: 'close'; readonly opening: Opening }
  | { readonly event: 'use'; readonly opening: Opening; readonly use: AdminTokenUse }
  | { readonly event: 'refuse' };

/** The admin token of a server at which operators sign in by an organisation. */
export interface BreakGlass {
  readonly admit: AdmitAdminToken;
  /** Records what happened to the file. Any process may call it at any time. */
  round(): Promise<void>;
  /** When the admin token stops working; undefined if it does not work. */
  openUntil(): number | undefined;
}

interface BreakGlassDeps {
  readonly folder: DataFolder;
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly observe: (event: BreakGlassEvent) => void;
  /** Milliseconds since any fixed time; nobody can set it. */
  readonly elapsed?: () => number;
}

/** Processes that share a database record each opening and each end once. */
const REMEMBERED = DAY;

const closed = () =>
  new StatusError(
    'BREAK_GLASS_CLOSED',
    "an organisation's sign-in is configured, so the admin token works only while break glass is open, on the machine of the server; sign in with diptych login, or see diptych break-glass --help",
  );

/**
 * The time by which an opening ends: a clock that is set back makes it no longer. It is the time of the clock, but at least
 * the latest time that this process has seen, and as much later than the first as has really passed.
 */
function clockOfOpening(clock: Clock, elapsed: () => number) {
  let id: string | undefined;
  let [firstAt, began, latest] = [0, 0, 0];
  return (opening: Opening): number => {
    if (opening.id !== id) [id, firstAt, began, latest] = [opening.id, clock(), elapsed(), 0];
    latest = Math.max(latest, clock(), firstAt + elapsed() - began);
    return latest;
  };
}

export function breakGlass(deps: BreakGlassDeps): BreakGlass {
  const { folder, store, clock, observe, elapsed = () => performance.now() } = deps;
  const timeOf = clockOfOpening(clock, elapsed);
  const look = (): FoundOpening => findOpening(folder, timeOf);
  const recorded = new Set<string>();

  /** Records an opening or its end, if no other process has. */
  const recordOnce = async (event: 'open' | 'close', opening: Opening): Promise<void> => {
    const mark = `break-glass-${event}-${opening.id}-${opening.openedAt}`;
    if (recorded.has(mark)) return;
    const isFirst = await retryOnConflict(() =>
      store.write(async (writer) => {
        const at = clock();
        if (!(await writer.useOnce(mark, at + REMEMBERED))) return false;
        await writer.record({
          subject: 'breakGlass',
          subjectId: opening.id,
          event,
          actor: { kind: 'file' },
          ...(event === 'open' && { note: opening.reason }),
          at,
        });
        return true;
      }),
    );
    recorded.add(mark);
    if (isFirst) observe({ event, opening });
  };

  const recordUse = async (opening: Opening, use: AdminTokenUse): Promise<void> => {
    const { requestId, method } = use;
    await store.write((writer) =>
      writer.record({
        subject: 'breakGlass',
        subjectId: opening.id,
        event: 'use',
        actor: { kind: 'operator', requestId, operatorId: OPERATOR },
        concerns: [method],
        note: opening.reason,
        at: clock(),
      }),
    );
    observe({ event: 'use', opening, use });
  };

  const round = async (): Promise<void> => {
    const current = look();
    if (current.state === 'over') endOpening(folder, current.opening);
    if (current.state === 'open') await recordOnce('open', current.opening);
    for (const opening of endedOpenings(folder)) {
      await recordOnce('open', opening);
      await recordOnce('close', opening);
      forgetEnded(folder, opening);
    }
  };

  return {
    async admit(use) {
      await round();
      const current = look();
      if (current.state !== 'open' || !use.isHere) {
        observe({ event: 'refuse' });
        throw closed();
      }
      await recordUse(current.opening, use);
    },
    round,
    openUntil() {
      const current = look();
      return current.state === 'open' ? endOf(current.opening) : undefined;
    },
  };
}
