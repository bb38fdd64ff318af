import { parseCertificate } from '../formats/x509/index.ts';
import { isWithinValidity } from '../issuer/mso/signer-validity.ts';
import type { KeyRecord, KeyRegister, KeyRegisterWriter, KeyRole, KeyStage } from './key-register.ts';
import { type CertificateIssuer, type KeyMaker, makeKey } from './make-key.ts';

export type RotatingRole = Exclude<KeyRole, 'iaca'>;

/** A rotation that cannot be done as things stand. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}

interface RotationPlan {
  /** Stage of a key that is made when a rotation starts. */
  readonly made: KeyStage;
  /** What the start and the end of a rotation do to the keys there are; the sweep destroys retired ones. */
  readonly start: Partial<Record<KeyStage, KeyStage>>;
  readonly finish: Partial<Record<KeyStage, KeyStage>>;
  /** The stage that tells that a rotation is under way. */
  readonly underWay: KeyStage;
}

/** The next key waits beside the active one until the rotation ends. */
const NEXT_TO_ACTIVE: RotationPlan = {
  made: 'next',
  start: {},
  finish: { active: 'retired', next: 'active' },
  underWay: 'next',
};

/**
 * identity: the next certificate is published first, since devices must know it before its key signs.
 * documentSigner: the next certificate can be looked at, or can come from a root elsewhere, before its key signs.
 * encryption: the new key is published at once, the old one goes on decrypting what is still under way.
 */
const PLANS: Record<RotatingRole, RotationPlan> = {
  identity: NEXT_TO_ACTIVE,
  documentSigner: NEXT_TO_ACTIVE,
  encryption: {
    made: 'active',
    start: { active: 'grace' },
    finish: { grace: 'retired' },
    underWay: 'grace',
  },
};

function ofRole(records: readonly KeyRecord[], role: RotatingRole): readonly KeyRecord[] {
  return records.filter((record) => record.role === role && record.stage !== 'retired');
}

function isUnderWay(records: readonly KeyRecord[], role: RotatingRole): boolean {
  return ofRole(records, role).some(({ stage }) => stage === PLANS[role].underWay);
}

function requireNoneUnderWay(records: readonly KeyRecord[], role: RotatingRole): void {
  if (!isUnderWay(records, role)) return;
  throw new RotationError(`a rotation of the ${role} key is under way; end it with --finish first`);
}

/** The newest root whose key is held here. */
async function rootHeld(records: readonly KeyRecord[], maker: KeyMaker): Promise<CertificateIssuer> {
  const held = new Set((await maker.custody.list()).map(({ keyId }) => keyId));
  const root = records.findLast(
    ({ role, stage, keyId }) => role === 'iaca' && stage === 'active' && held.has(keyId),
  );
  const certificate = root && parseCertificate(root.certificate);
  if (root && certificate && certificate.notAfter > maker.clock()) return { keyId: root.keyId, certificate };
  throw new RotationError(
    'no valid root with its private key is held here; ask yours for a certificate: diptych keys request',
  );
}

/** Adds a key at the start of a rotation. @throws RotationError when one is under way already. */
export async function addRotated(
  writer: KeyRegisterWriter,
  role: RotatingRole,
  record: KeyRecord,
): Promise<void> {
  const records = await writer.list();
  requireNoneUnderWay(records, role);
  for (const { keyId, stage } of ofRole(records, role)) {
    const next = PLANS[role].start[stage];
    if (next) await writer.setStage(keyId, next, record.createdAt);
  }
  await writer.insert(record);
}

/** @throws RotationError when one is under way already. */
export async function startRotation(
  register: KeyRegister,
  maker: KeyMaker,
  role: RotatingRole,
): Promise<void> {
  const records = await register.list();
  requireNoneUnderWay(records, role);
  const issuer = role === 'documentSigner' ? await rootHeld(records, maker) : undefined;
  const record = await makeKey(maker, role, PLANS[role].made, issuer);
  try {
    await register.write((writer) => addRotated(writer, role, record));
  } catch (error) {
    await maker.custody.destroy(record.keyId);
    throw error;
  }
}

/** ISO 18013-5 9.3.1: a document signer signs inside its validity only. */
function requireUsable(records: readonly KeyRecord[], now: number): void {
  const next = records.find(({ role, stage }) => role === 'documentSigner' && stage === 'next');
  if (!next || isWithinValidity(parseCertificate(next.certificate), now)) return;
  throw new RotationError(
    'the next document signer certificate cannot sign now: it signs on whole days of its validity (UTC) only',
  );
}

/** The old key stays in custody for a while: another process may not know yet. @throws RotationError */
export async function finishRotation(
  register: KeyRegister,
  maker: KeyMaker,
  role: RotatingRole,
): Promise<void> {
  await register.write(async (writer) => {
    const records = await writer.list();
    if (!isUnderWay(records, role)) throw new RotationError(`no rotation of the ${role} key is under way`);
    const at = maker.clock();
    const own = ofRole(records, role);
    requireUsable(own, at);
    for (const { keyId, stage } of own) {
      const next = PLANS[role].finish[stage];
      if (next) await writer.setStage(keyId, next, at);
    }
  });
}
