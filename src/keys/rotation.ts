import { stateText } from '../audit/index.ts';
import { parseCertificate } from '../formats/x509/index.ts';
import type { Actor } from '../issuer/model/index.ts';
import { isWithinValidity } from '../issuer/mso/validity.ts';
import {
  isLive,
  isSignerRole,
  type KeyChange,
  type KeyRecord,
  type KeyRegister,
  type KeyRegisterReader,
  type KeyRegisterWriter,
  type KeyRole,
  type KeyStage,
  SIGNER_NAMES,
} from './key-register.ts';
import { type CertificateIssuer, type KeyMaker, makeKey, registerNewKey } from './make-key.ts';
import { rootIdOf } from './signer-certificate.ts';
import { listRootsSigned, rootInUse, updateStatusSigners } from './status-signers.ts';

type RotatingRole = Exclude<KeyRole, 'iaca'>;

/** The state of the keys does not allow this rotation. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}

interface RotationPlan {
  /** Stage of the key that a rotation adds. */
  readonly made: KeyStage;
  /**
   * The changes of existing keys at the start and at the end of a rotation. The sweep destroys retired keys.
   */
  readonly start: Partial<Record<KeyStage, KeyStage>>;
  readonly finish: Partial<Record<KeyStage, KeyStage>>;
  /** The stage of a key during a rotation, which shows that one is in progress. */
  readonly underWay: KeyStage;
}

/** The next key is not used until the rotation ends. */
const NEXT_TO_ACTIVE: RotationPlan = {
  made: 'next',
  start: {},
  finish: { active: 'retired', next: 'active' },
  underWay: 'next',
};

/**
 * identity: the next certificate is published first, because devices must know it before its key signs.
 * documentSigner and statusSigner: people can inspect the next certificate, or an external root can issue it, before its key
 * signs. A status signer replaces the one under the same root. encryption: the new key is published at once, and the old one still decrypts pending requests.
 */
const PLANS: Record<RotatingRole, RotationPlan> = {
  identity: NEXT_TO_ACTIVE,
  documentSigner: NEXT_TO_ACTIVE,
  statusSigner: { ...NEXT_TO_ACTIVE, finish: { ...NEXT_TO_ACTIVE.finish, grace: 'retired' } },
  encryption: {
    made: 'active',
    start: { active: 'grace' },
    finish: { grace: 'retired' },
    underWay: 'grace',
  },
};

function ofRole(records: readonly KeyRecord[], role: RotatingRole): readonly KeyRecord[] {
  return records.filter((record) => record.role === role && isLive(record));
}

function isUnderWay(records: readonly KeyRecord[], role: RotatingRole): boolean {
  return ofRole(records, role).some(({ stage }) => stage === PLANS[role].underWay);
}

async function requireNoneUnderWay(reader: KeyRegisterReader, role: RotatingRole): Promise<void> {
  const waiting = ofRole(await reader.list(), role).find(({ stage }) => stage === PLANS[role].underWay);
  if (!waiting) return;
  const change = await reader.lastChange(waiting.keyId);
  const state = change ? stateText('under way', change) : 'is under way';
  throw new RotationError(`a rotation of the ${role} key ${state}; end it with --finish first`);
}

/** The newest valid root whose private key is in custody, or the one with this id. Readers refuse a compromised one. */
export async function rootHeld(
  reader: KeyRegisterReader,
  maker: KeyMaker,
  wanted?: string,
): Promise<CertificateIssuer | undefined> {
  const held = new Set((await maker.custody.list()).map(({ keyId }) => keyId));
  const compromised = new Set((await reader.compromises()).map(({ keyId }) => keyId));
  const root = (await reader.list()).findLast(
    (record) =>
      record.role === 'iaca' &&
      held.has(record.keyId) &&
      !compromised.has(record.keyId) &&
      (wanted === undefined ? record.stage === 'active' : record.keyId === wanted && isLive(record)),
  );
  const certificate = root && parseCertificate(root.certificate);
  return root && certificate && certificate.notAfter > maker.clock()
    ? { keyId: root.keyId, certificate }
    : undefined;
}

async function requireRoot(reader: KeyRegisterReader, maker: KeyMaker): Promise<CertificateIssuer> {
  const root = await rootHeld(reader, maker);
  if (root) return root;
  throw new RotationError(
    'no valid root with its private key is held here; ask yours for a certificate: diptych keys request',
  );
}

/** Adds a key at the start of a rotation. @throws RotationError if a rotation is in progress */
export async function addRotated(
  writer: KeyRegisterWriter,
  role: RotatingRole,
  record: KeyRecord,
  change: KeyChange,
): Promise<void> {
  await requireNoneUnderWay(writer, role);
  for (const other of ofRole(await writer.list(), role)) {
    const next = PLANS[role].start[other.stage];
    if (next) await writer.setStage(other, next, change);
  }
  await writer.insert(record, change);
}

/**
 * For roles with certificates from the root: the issuer of the next key's certificate. @throws RotationError
 */
async function requireStartable(reader: KeyRegisterReader, maker: KeyMaker, role: RotatingRole) {
  await requireNoneUnderWay(reader, role);
  return isSignerRole(role) ? await requireRoot(reader, maker) : undefined;
}

/** @throws RotationError if a rotation is already in progress */
export async function startRotation(
  register: KeyRegister,
  maker: KeyMaker,
  role: RotatingRole,
  actor: Actor,
): Promise<void> {
  const issuer = await requireStartable(register, maker, role);
  const record = await makeKey(maker, role, PLANS[role].made, issuer);
  const change = { event: 'startRotation', actor, at: record.createdAt } as const;
  await registerNewKey(maker, record.keyId, () =>
    register.write((writer) => addRotated(writer, role, record, change)),
  );
}

/** ISO 18013-5 9.3.1: a signer signs only while its certificate is valid. The times of MSOs are whole days, of lists not. */
export function requireUsable(records: readonly KeyRecord[], now: number): void {
  const next = records.find(({ role, stage }) => isSignerRole(role) && stage === 'next');
  if (!next || !isSignerRole(next.role)) return;
  const validity = parseCertificate(next.certificate);
  const isList = next.role === 'statusSigner';
  const isUsable = isList
    ? validity.notBefore <= now && now <= validity.notAfter
    : isWithinValidity(validity, now);
  if (isUsable) return;
  const rule = isList ? 'it is not valid' : 'it signs on whole days of its validity (UTC) only';
  throw new RotationError(`the next ${SIGNER_NAMES[next.role]} certificate cannot sign now: ${rule}`);
}

/**
 * Readers look for the list of an MSO under the root of its document signer (ISO/IEC 18013-5, second edition, 12.3.6).
 * @throws RotationError if the lists that new MSOs name would have no signer
 */
export function requireStatusSigner(
  records: readonly KeyRecord[],
  next: Pick<KeyRecord, 'certificate'>,
  { hasStatusLists }: Pick<KeyMaker, 'hasStatusLists'>,
): void {
  const root = rootIdOf(records, next);
  if (!hasStatusLists || root === rootInUse(records) || listRootsSigned(records).has(root)) return;
  throw new RotationError(
    `no status signer is in use under the root ${root} of the next document signer; get one with diptych keys request --role statusSigner and diptych keys import --role statusSigner, then diptych keys rotate statusSigner --finish`,
  );
}

/** The keys of the role that change. @throws RotationError */
function requireFinishable(records: readonly KeyRecord[], role: RotatingRole, maker: KeyMaker) {
  if (!isUnderWay(records, role)) throw new RotationError(`no rotation of the ${role} key is under way`);
  const own = ofRole(records, role);
  requireUsable(own, maker.clock());
  const next = own.find(({ stage }) => stage === 'next');
  if (next && role === 'documentSigner') requireStatusSigner(records, next, maker);
  if (!next || role !== 'statusSigner') return own;
  return own.filter((record) => rootIdOf(records, record) === rootIdOf(records, next));
}

/**
 * Checks without changing anything. @throws RotationError if the state of the keys does not allow the
 * rotation to start or to finish
 */
export async function checkRotation(
  register: KeyRegister,
  maker: KeyMaker,
  role: RotatingRole,
  { finish }: { readonly finish: boolean },
): Promise<void> {
  if (finish) requireFinishable(await register.list(), role, maker);
  else await requireStartable(register, maker, role);
}

/**
 * Finishes a rotation. The old key stays in custody for some time, because other processes may still use it.
 * @throws RotationError
 */
export async function finishRotation(
  register: KeyRegister,
  maker: KeyMaker,
  role: RotatingRole,
  actor: Actor,
): Promise<void> {
  await register.write(async (writer) => {
    const change = { event: 'finishRotation', actor, at: maker.clock() } as const;
    for (const record of requireFinishable(await writer.list(), role, maker)) {
      const next = PLANS[role].finish[record.stage];
      if (next) await writer.setStage(record, next, change);
    }
    if (isSignerRole(role)) await updateStatusSigners(writer, change);
  });
}
