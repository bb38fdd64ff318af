import { invalidArgument } from '../conventions/refusal.ts';
import { StatusError } from '../conventions/status.ts';
import { MINUTE } from '../conventions/time.ts';
import type { Actor } from '../issuer/model/index.ts';
import { restoreRoot } from './discard-key.ts';
import {
  isSignerRole,
  type KeyChange,
  type KeyRecord,
  type KeyRegister,
  type KeyRegisterReader,
  type KeyRegisterWriter,
  type KeyRole,
  SIGNER_NAMES,
} from './key-register.ts';
import { type KeyMaker, makeKey } from './make-key.ts';
import { RotationError, requireUsable, rootHeld } from './rotation.ts';

/** From then on no process signs with the key: its private key is destroyed. */
const COUNTED_AFTER = MINUTE;

interface Report {
  readonly keyId: string;
  /** The earliest time at which somebody else may have used the key. */
  readonly since: number;
  readonly actor: Actor;
}

const waiting = (records: readonly KeyRecord[], wanted: KeyRole): KeyRecord | undefined =>
  records.find(({ role, stage }) => role === wanted && stage === 'next');

/** A key that is in use needs a successor. A root has none here: its successor comes with a certificate of a new root. */
const needsSuccessor = ({ role, stage }: KeyRecord): boolean => stage === 'active' && role !== 'iaca';

async function keyToReport(reader: KeyRegisterReader, { keyId, since }: Omit<Report, 'actor'>, now: number) {
  const records = await reader.list();
  const record = records.find((one) => one.keyId === keyId);
  if (!record) throw new StatusError('KEY_NOT_FOUND', 'no key has this id');
  if (since > now) {
    const description = 'must not be in the future';
    throw invalidArgument('REQUEST_INVALID', `sinceTime ${description}`, [
      { field: 'sinceTime', description },
    ]);
  }
  if (await reader.compromise(keyId))
    throw new RotationError('this key is already recorded as compromised; see keys compromise --progress');
  return { record, records };
}

/** The issuer of the successor's certificate, for a signer that must be made. @throws RotationError */
async function issuerOf(records: readonly KeyRecord[], maker: KeyMaker, role: KeyRole) {
  if (!isSignerRole(role)) return undefined;
  const root = await rootHeld(records, maker);
  if (root) return root;
  throw new RotationError(
    `no ${SIGNER_NAMES[role]} waits to replace this key, and the key of the root is not held here; get a certificate with diptych keys request --role ${role} and diptych keys import, then repeat this command`,
  );
}

/** Checks without changing anything. @throws StatusError, RotationError */
export async function checkCompromise(
  register: KeyRegister,
  maker: KeyMaker,
  report: Omit<Report, 'actor'>,
): Promise<void> {
  const { record, records } = await keyToReport(register, report, maker.clock());
  if (!needsSuccessor(record)) return;
  if (waiting(records, record.role))
    requireUsable(
      records.filter(({ role }) => role === record.role),
      maker.clock(),
    );
  else await issuerOf(records, maker, record.role);
}

/** Activates the key that waits, or the one that was made for this. */
async function replace(
  writer: KeyRegisterWriter,
  record: KeyRecord,
  made: KeyRecord | undefined,
  change: Omit<KeyChange, 'event'>,
): Promise<void> {
  if (made) return writer.insert(made, { ...change, event: 'create' });
  const records = await writer.list();
  const next = waiting(records, record.role);
  if (!next) throw new RotationError('the key that waited is gone; repeat this command');
  requireUsable([next], change.at);
  await writer.setStage(next, 'active', { ...change, event: 'finishRotation' });
}

/** Makes the successor, if none waits. */
async function madeSuccessor(records: readonly KeyRecord[], record: KeyRecord, maker: KeyMaker) {
  if (!needsSuccessor(record) || waiting(records, record.role)) return undefined;
  return makeKey(maker, record.role, 'active', await issuerOf(records, maker, record.role));
}

/**
 * Stops using a key, activates its successor and records the compromise, in one transaction. The private key is destroyed
 * later by the sweep. @throws StatusError, RotationError
 */
export async function compromiseKey(register: KeyRegister, maker: KeyMaker, report: Report): Promise<void> {
  const { keyId, since, actor } = report;
  const { record, records } = await keyToReport(register, report, maker.clock());
  const made = await madeSuccessor(records, record, maker);
  const write = async (writer: KeyRegisterWriter) => {
    const at = maker.clock();
    const found = (await keyToReport(writer, report, at)).record;
    if (found.stage !== record.stage)
      throw new RotationError('the key was changed meanwhile; repeat this command');
    const details = { after: { since: new Date(since).toISOString() } };
    const change = { event: 'compromise', actor, at, details } as const;
    const isUsed = found.stage !== 'retired' && found.stage !== 'destroyed';
    // The root of a signer is not used for signing MSOs; in grace, it certifies no more keys.
    const unused = found.role === 'iaca' ? 'grace' : 'retired';
    await writer.setStage(found, isUsed ? unused : found.stage, change);
    if (needsSuccessor(found)) await replace(writer, found, made, { actor, at });
    if (found.stage === 'next' && found.role === 'documentSigner')
      await restoreRoot(writer, { event: 'discard', actor, at });
    const signedMsos = found.role === 'documentSigner';
    await writer.insertCompromise({
      keyId,
      revision: 1,
      since,
      recordedAt: at,
      ...(signedMsos && { dueAt: at + COUNTED_AFTER }),
      progress: {},
    });
  };
  try {
    await register.write(write);
  } catch (error) {
    if (made) await maker.custody.destroy(made.keyId);
    throw error;
  }
}
