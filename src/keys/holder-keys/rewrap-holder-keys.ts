import type { LogReader, LogWriter } from '../../audit/ports/log.ts';
import { UnavailableError } from '../../conventions/errors.ts';
import type { Store } from '../../conventions/store.ts';
import { MINUTE } from '../../conventions/time.ts';
import type { HolderKeyReader, HolderKeyWriter } from '../../issuer/ports/holder-keys.ts';
import type { Erasures } from '../../issuer/ports/operators.ts';
import { CustodyError } from '../custody.ts';
import type { EpochKeys } from './epochs.ts';

interface RewrapDeps {
  readonly store: Store<
    HolderKeyReader & LogReader,
    HolderKeyReader & HolderKeyWriter & LogReader & LogWriter
  > &
    Pick<Erasures, 'expunge'>;
  readonly epochs: EpochKeys;
  readonly now: number;
  /** How long the key of an ended epoch is kept, in milliseconds. */
  readonly recovery: number;
}

interface RewrapResult {
  readonly rewrapped: number;
  readonly destroyedEpochs: number;
}

/** Keys in one write, and writes in one round; the next round continues. */
const PER_WRITE = 500;
const WRITES = 100;

/** Encrypts the keys of the holders by the key of the current epoch. Keys of erased holders are left behind. */
async function rewrap({ store, now }: RewrapDeps, current: number): Promise<number> {
  let rewrapped = 0;
  for (let write = 0; write < WRITES; write += 1) {
    const keys = await store.write(async (writer) => {
      const count = await writer.rewrapHolderKeys(current, PER_WRITE);
      const event = { subject: 'recordKey', subjectId: `epoch-${current}`, event: 'rewrap' } as const;
      const details = { after: { keys: count } };
      if (count > 0) await writer.record({ ...event, details, actor: { kind: 'deadline' }, at: now });
      return count;
    });
    rewrapped += keys;
    if (keys < PER_WRITE) break;
  }
  return rewrapped;
}

/** The epochs that ended before the recovery window began. */
function ended({ epochs, now, recovery }: RewrapDeps): readonly number[] {
  const all = epochs.list();
  return all
    .filter((_, index) => (all[index + 1]?.startsAt ?? Number.POSITIVE_INFINITY) + recovery <= now)
    .map(({ number }) => number);
}

/** Only one process writes the entry. A process that crashes after it destroys the key in its next round. */
async function destroy({ store, epochs, now }: RewrapDeps, epoch: number): Promise<boolean> {
  const isFree = await store.write(async (writer) => {
    const used = await writer.epochsOfHolders();
    if (used && used.first <= epoch) return false;
    const about = { subject: 'recordKey', subjectId: `epoch-${epoch}` } as const;
    if (!(await writer.lastChange(about.subject, about.subjectId, now))?.to)
      await writer.record({
        ...about,
        event: 'destroy',
        to: 'destroyed',
        actor: { kind: 'deadline' },
        at: now,
      });
    return true;
  });
  if (isFree) epochs.destroy(epoch);
  return isFree;
}

/** How long an unused master key in a file stays, in milliseconds: a process may just be wrapping a key by it. */
const UNUSED = MINUTE;

/**
 * Ends a rotation of the master key that was interrupted, and destroys master keys that are not used any more. One in a
 * token is not in backups of the key folder, so it is kept as long as these.
 */
async function sweepMasters({ store, epochs, now, recovery }: RewrapDeps): Promise<void> {
  epochs.rewrap();
  const masters = epochs.masters();
  for (const { number, isInToken } of epochs.unusedMasters()) {
    const next = masters.find((one) => one.number === number + 1);
    if (!next || next.madeAt + (isInToken ? recovery : UNUSED) > now) continue;
    await store.write(async (writer) => {
      const noted = { subject: 'recordKey', actor: { kind: 'deadline' }, at: now } as const;
      const [old, fresh] = [`master-${number}`, `master-${next.number}`];
      // The process that made it was killed before it could write this.
      if (!(await writer.lastChange('recordKey', fresh, now)))
        await writer.record({ ...noted, subjectId: fresh, event: 'rotate', to: 'active' });
      if ((await writer.lastChange('recordKey', old, now))?.to !== 'destroyed')
        await writer.record({ ...noted, subjectId: old, event: 'destroy', to: 'destroyed' });
    });
    epochs.destroyMaster(number);
  }
}

/** The keys of the epochs are in memory, so a token or a disk that is away does not stop the rest. */
async function tryMasters(parts: RewrapDeps): Promise<void> {
  try {
    await sweepMasters(parts);
  } catch (error) {
    if (!(error instanceof CustodyError || error instanceof UnavailableError)) throw error;
  }
}

/** Any process may run it at any time. */
export async function rewrapHolderKeys(parts: RewrapDeps): Promise<RewrapResult> {
  const { epochs } = parts;
  epochs.prepare();
  const current = epochs.current();
  if (current === undefined) return { rewrapped: 0, destroyedEpochs: 0 };
  await tryMasters(parts);
  const rewrapped = await rewrap(parts, current);
  if (rewrapped > 0) await parts.store.expunge();
  let destroyedEpochs = 0;
  for (const epoch of ended(parts)) if (await destroy(parts, epoch)) destroyedEpochs += 1;
  return { rewrapped, destroyedEpochs };
}
