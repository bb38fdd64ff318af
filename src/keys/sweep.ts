import type { Clock } from '../issuer/ports/effects.ts';
import type { KeyCustody } from './custody.ts';
import type { KeyRecord, KeyRegister } from './key-register.ts';

/** How long a retired key stays in custody, milliseconds: far longer than another process may not know of it. */
const DESTROYED_AFTER = 60_000;

export interface KeySweep {
  readonly register: KeyRegister;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  /** Milliseconds that an encryption key decrypts after its successor was made. */
  readonly grace: number;
}

const isPastGrace = ({ role, stage, changedAt }: KeyRecord, now: number, grace: number): boolean =>
  role === 'encryption' && stage === 'grace' && changedAt + grace <= now;

/** Ends the grace of encryption keys whose time has come. */
async function retire({ register, clock, grace }: KeySweep): Promise<number> {
  const now = clock();
  const due = (records: readonly KeyRecord[]) => records.filter((record) => isPastGrace(record, now, grace));
  if (due(await register.list()).length === 0) return 0;
  return register.write(async (writer) => {
    const records = due(await writer.list());
    for (const { keyId } of records) await writer.setStage(keyId, 'retired', now);
    return records.length;
  });
}

/** Also what a crash between retiring and destroying left behind. */
async function destroy({ register, custody, clock }: KeySweep): Promise<number> {
  const until = clock() - DESTROYED_AFTER;
  const retired = (await register.list()).filter(
    ({ stage, changedAt }) => stage === 'retired' && changedAt <= until,
  );
  if (retired.length === 0) return 0;
  const held = new Set((await custody.list()).map(({ keyId }) => keyId));
  const gone = retired.filter(({ keyId }) => held.has(keyId));
  for (const { keyId } of gone) await custody.destroy(keyId);
  return gone.length;
}

/** Retires old decryption keys and destroys retired private keys. Every process may do it at any time. */
export async function sweepKeys(sweep: KeySweep): Promise<{ retired: number; destroyed: number }> {
  return { retired: await retire(sweep), destroyed: await destroy(sweep) };
}
