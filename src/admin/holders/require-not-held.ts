import { StatusError } from '../../conventions/status.ts';
import type { Actor, Holder } from '../../issuer/model/index.ts';
import type { OperatorReader, OperatorStore } from '../../issuer/ports/operators.ts';

/** @throws StatusError `HOLDER_HELD` if a legal hold forbids erasing the holder */
export async function requireNotHeld(reader: OperatorReader, holder: Holder): Promise<void> {
  const [hold] = await reader.holdsOn(holder);
  if (!hold) return;
  const text = `the legal hold ${hold.holdId} forbids erasing this holder; see diptych holds list`;
  throw new StatusError('HOLDER_HELD', text);
}

/** Runs an erasure. If a legal hold forbids it, that is an entry of the audit log. */
export async function recordIfHeld<T>(
  store: OperatorStore,
  refused: { readonly id: string; readonly actor: Actor; readonly at: number },
  erase: () => Promise<T>,
): Promise<T> {
  try {
    return await erase();
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'HOLDER_HELD') throw error;
    const { id: subjectId, actor, at } = refused;
    const change = { subject: 'holder', subjectId, event: 'refuseErasure', reason: 'legalHold' } as const;
    await store.write((writer) => writer.record({ ...change, actor, at }));
    throw error;
  }
}
