import { invalidMember } from '../conventions/refusal.ts';
import { StatusError } from '../conventions/status.ts';
import { MINUTE } from '../conventions/time.ts';
import { parseCertificate } from '../formats/x509/index.ts';
import type { Actor } from '../issuer/model/index.ts';
import { restoreRoot } from './discard-key.ts';
import {
  isSignerRole,
  type KeyChange,
  type KeyRecord,
  type KeyRegister,
  type KeyRegisterReader,
  type KeyRegisterWriter,
  SIGNER_NAMES,
} from './key-register.ts';
import { type KeyMaker, makeKey, registerNewKey } from './make-key.ts';
import { RotationError, requireStatusSigner, requireUsable, rootHeld } from './rotation.ts';
import { rootIdOf } from './signer-certificate.ts';
import { updateStatusSigners } from './status-signers.ts';

/** From then on no process signs with the key: its private key is destroyed. */
const COUNTED_AFTER = MINUTE;

interface Report {
  readonly keyId: string;
  /** The earliest time at which somebody else may have used the key. Never before the key was made. */
  readonly since: number;
  readonly actor: Actor;
}

/** A key, among all keys. */
interface Found {
  readonly record: KeyRecord;
  readonly records: readonly KeyRecord[];
}

/** The key that waits to replace another one. The successor of a status signer signs the same lists, so it has the same root. */
const waiting = ({ record, records }: Found): KeyRecord | undefined =>
  records.find(
    (one) =>
      one.role === record.role &&
      one.stage === 'next' &&
      (one.role !== 'statusSigner' || rootIdOf(records, one) === rootIdOf(records, record)),
  );

const isRootCompromised = async (reader: KeyRegisterReader, { record, records }: Found): Promise<boolean> =>
  (await reader.compromise(rootIdOf(records, record))) !== undefined;

/**
 * A key that is in use needs a successor. A root has none here: its successor comes with a certificate of a new root. Neither
 * has a status signer in grace whose root is compromised: readers refuse what is under that root.
 */
async function needsSuccessor(reader: KeyRegisterReader, found: Found): Promise<boolean> {
  const { role, stage } = found.record;
  if (role === 'statusSigner' && stage === 'grace') return !(await isRootCompromised(reader, found));
  return stage === 'active' && role !== 'iaca';
}

async function keyToReport(
  reader: KeyRegisterReader,
  { keyId, since }: Omit<Report, 'actor'>,
  now: number,
): Promise<Found> {
  const records = await reader.list();
  const record = records.find((one) => one.keyId === keyId);
  if (!record) throw new StatusError('KEY_NOT_FOUND', 'there is no key with this id; see diptych keys list');
  if (since > now) throw invalidMember('REQUEST_INVALID', 'sinceTime', 'must not be in the future');
  if (await reader.compromise(keyId))
    throw new RotationError('this key is already recorded as compromised; see keys compromise --progress');
  return { record, records };
}

/** The time at which a key was made. If it was made elsewhere, the earlier of its import and the start of its certificate. */
function beginOf({ keyId, createdAt, certificate }: KeyRecord): number {
  const { serialHex, notBefore } = parseCertificate(certificate);
  return serialHex === keyId ? createdAt : Math.min(createdAt, notBefore);
}

/** The issuer of the successor's certificate, for a signer that must be made. @throws RotationError */
async function issuerOf(reader: KeyRegisterReader, maker: KeyMaker, found: Found) {
  const { record, records } = found;
  const { role } = record;
  if (!isSignerRole(role)) return undefined;
  const wanted = role === 'statusSigner' ? rootIdOf(records, record) : undefined;
  const root = await rootHeld(reader, maker, wanted);
  if (root) return root;
  if (role === 'statusSigner' && (await isRootCompromised(reader, found)))
    throw new RotationError(
      'the root of this status signer is compromised and certifies no successor; change to a document signer of a new root: diptych keys request, diptych keys import, diptych keys rotate documentSigner --finish; then repeat this command',
    );
  throw new RotationError(
    `no ${SIGNER_NAMES[role]} waits to replace this key, and no valid root with its private key is held here; get a certificate with diptych keys request --role ${role} and diptych keys import, then repeat this command`,
  );
}

/** Checks without changing anything. @throws StatusError, RotationError */
export async function checkCompromise(
  register: KeyRegister,
  maker: KeyMaker,
  report: Omit<Report, 'actor'>,
): Promise<void> {
  const found = await keyToReport(register, report, maker.clock());
  if (!(await needsSuccessor(register, found))) return;
  const next = waiting(found);
  if (next) requireReady(found.records, next, maker);
  else await issuerOf(register, maker, found);
}

/** @throws RotationError if the key that waits cannot sign now */
function requireReady(records: readonly KeyRecord[], next: KeyRecord, maker: KeyMaker): void {
  requireUsable([next], maker.clock());
  if (next.role === 'documentSigner') requireStatusSigner(records, next, maker);
}

/** Activates the key that waits. */
async function activateNext(
  writer: KeyRegisterWriter,
  maker: KeyMaker,
  found: Found,
  change: KeyChange,
): Promise<void> {
  const next = waiting(found);
  if (!next) throw new RotationError('the key that waited is gone; repeat this command');
  requireReady(found.records, next, maker);
  await writer.setStage(next, 'active', change);
}

/** Makes the successor, if none waits. */
async function madeSuccessor(reader: KeyRegisterReader, maker: KeyMaker, found: Found) {
  if (waiting(found)) return undefined;
  return makeKey(maker, found.record.role, 'active', await issuerOf(reader, maker, found));
}

/**
 * Stops using a key, activates its successor and records the compromise, in one transaction. The private key is destroyed
 * later by the sweep. @throws StatusError, RotationError
 */
export async function compromiseKey(register: KeyRegister, maker: KeyMaker, report: Report): Promise<void> {
  const { keyId, actor } = report;
  const before = await keyToReport(register, report, maker.clock());
  const since = Math.max(report.since, beginOf(before.record));
  const isReplaced = await needsSuccessor(register, before);
  const made = isReplaced ? await madeSuccessor(register, maker, before) : undefined;
  const write = async (writer: KeyRegisterWriter) => {
    const at = maker.clock();
    const now = await keyToReport(writer, report, at);
    const { record: found } = now;
    if (found.stage !== before.record.stage)
      throw new RotationError('the key was changed meanwhile; repeat this command');
    const details = { after: { since: new Date(since).toISOString() } };
    const change = { event: 'compromise', actor, at, details } as const;
    const isUsed = found.stage !== 'retired' && found.stage !== 'destroyed';
    // The root of a signer is not used for signing MSOs; in grace, it certifies no more keys.
    const unused = found.role === 'iaca' ? 'grace' : 'retired';
    await writer.setStage(found, isUsed ? unused : found.stage, change);
    const replacing = { event: 'finishRotation', actor, at } as const;
    if (made) await writer.insert(made, { ...replacing, event: 'create' });
    else if (isReplaced) await activateNext(writer, maker, now, replacing);
    if (isSignerRole(found.role)) await updateStatusSigners(writer, replacing);
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
  await registerNewKey(maker, made?.keyId, () => register.write(write));
}
