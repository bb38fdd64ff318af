import { type Clock, MINUTE } from '../../conventions/time.ts';
import { sha256 } from '../node-crypto.ts';
import { AnchorFault, type AnchorPlace, type AnchorState } from '../ports/anchors.ts';
import type { AuditReader, AuditStore } from '../ports/log.ts';
import type { Seal } from '../ports/seals.ts';
import { parseStatement } from '../statement.ts';

/** After this time, another attempt is made, by this process or by another one. */
const RETRY = MINUTE;

type Place = Pick<AnchorPlace, 'kind' | 'name'>;

/** An attempt to anchor a seal. */
export interface AnchorAttempt {
  readonly place: Place;
  /** Number of the seal. */
  readonly seal: number;
  readonly fault?: AnchorFault;
}

interface Parts {
  readonly store: AuditStore;
  readonly clock: Clock;
  readonly observe: (attempt: AnchorAttempt) => void;
}

/** A time that is further away than any that this version stores was stored with a wrong clock. */
const isWaiting = ({ dueAt }: AnchorState, now: number, every: number) => now < dueAt && dueAt <= now + every;

/** Claims the next anchor, so that only one of several processes makes it. */
async function claimed(store: AuditStore, state: AnchorState, before: number | undefined): Promise<boolean> {
  return store.write(async (writer) => {
    const found = await writer.anchorState(state.place);
    if (found?.dueAt !== before) return false;
    await writer.saveAnchorState(state);
    return true;
  });
}

/** Anchors the newest seal at a place if that is due. Several processes may call it at any time. */
export async function anchorAt(place: AnchorPlace, { store, clock, observe }: Parts): Promise<void> {
  const now = clock();
  const { last, state } = await store.read(async (reader) => ({
    last: await reader.lastSeal(),
    state: await reader.anchorState(place.name),
  }));
  const head = last && sha256(last.statement);
  if (!last || !head || state?.newest?.head === head) return;
  if (state && isWaiting(state, now, place.every)) return;
  const waiting: AnchorState = { ...state, place: place.name, dueAt: now + RETRY };
  if (!(await claimed(store, waiting, state?.dueAt))) return;
  const attempt = { place, seal: last.number };
  try {
    const made = await place.anchor(last, now);
    await store.write(async (writer) => {
      if (made && 'timeStamp' in made) await writer.saveTimeStamp(head, made.timeStamp);
      else if (made) await writer.saveCosignature(head, made.cosignature);
      const newest = { seal: last.number, head, at: now };
      await writer.saveAnchorState({ place: place.name, dueAt: now + place.every, newest });
    });
  } catch (error) {
    if (!(error instanceof AnchorFault)) throw error;
    observe({ ...attempt, fault: error });
    return;
  }
  observe(attempt);
}

/** How far the anchors of a place are behind the seals. */
export interface AnchorLag {
  readonly place: Place;
  readonly newest?: AnchorState['newest'];
  /** Age of the oldest seal that no anchor covers, in milliseconds; 0 if there is none. */
  readonly lag: number;
}

const sealedAt = (seal: Seal | undefined): number | undefined => {
  const { sealTime } = (seal && parseStatement(seal.statement)) ?? {};
  return sealTime === undefined ? undefined : Date.parse(sealTime);
};

type LagReader = Pick<AuditReader, 'anchorState' | 'lastSeal' | 'sealAfter'>;

async function lagOf(reader: LagReader, place: Place, now: number): Promise<AnchorLag> {
  const { newest } = (await reader.anchorState(place.name)) ?? {};
  const last = newest ? undefined : await reader.lastSeal();
  // The first anchor covers all seals before it, which were made before the place was set.
  const open = newest ? await reader.sealAfter(newest.seal) : last;
  const since = sealedAt(open);
  return { place, ...(newest && { newest }), lag: since === undefined ? 0 : Math.max(0, now - since) };
}

export async function anchorLags(
  reader: LagReader,
  places: readonly Place[],
  now: number,
): Promise<readonly AnchorLag[]> {
  const lags: AnchorLag[] = [];
  for (const place of places) lags.push(await lagOf(reader, place, now));
  return lags;
}
