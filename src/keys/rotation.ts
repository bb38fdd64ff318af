import type { KeyRecord, KeyRegister, KeyRole, KeyStage } from './key-register.ts';
import { type KeyMaker, makeKey } from './make-key.ts';

export type RotatingRole = Extract<KeyRole, 'identity' | 'encryption'>;

/** A rotation that cannot be done as things stand. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}

interface RotationPlan {
  /** Stage of a key that is made when a rotation starts. */
  readonly made: KeyStage;
  /** What the start and the end of a rotation do to the keys there are; a retired key is destroyed. */
  readonly start: Partial<Record<KeyStage, KeyStage>>;
  readonly finish: Partial<Record<KeyStage, KeyStage>>;
  /** The stage that tells that a rotation is under way. */
  readonly underWay: KeyStage;
}

/**
 * identity: the next key is published beside the active one first, since devices must know it before it signs.
 * encryption: the new key is published at once, the old one goes on decrypting what is still under way.
 */
const PLANS: Record<RotatingRole, RotationPlan> = {
  identity: {
    made: 'next',
    start: {},
    finish: { active: 'retired', next: 'active' },
    underWay: 'next',
  },
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

/** @throws RotationError when one is under way already. */
export async function startRotation(
  register: KeyRegister,
  maker: KeyMaker,
  role: RotatingRole,
): Promise<void> {
  const { made, start } = PLANS[role];
  const underWay = new RotationError(
    `a rotation of the ${role} key is under way; end it with --finish first`,
  );
  if (isUnderWay(await register.list(), role)) throw underWay;
  const record = await makeKey(maker, role, made);
  const kept = await register.write(async (writer) => {
    const records = await writer.list();
    if (isUnderWay(records, role)) return false;
    for (const { keyId, stage } of ofRole(records, role)) {
      const next = start[stage];
      if (next) await writer.setStage(keyId, next, record.createdAt);
    }
    await writer.insert(record);
    return true;
  });
  if (kept) return;
  await maker.custody.destroy(record.keyId);
  throw underWay;
}

/** @throws RotationError when none is under way. */
export async function finishRotation(
  register: KeyRegister,
  maker: KeyMaker,
  role: RotatingRole,
): Promise<void> {
  const { finish } = PLANS[role];
  const retired = await register.write(async (writer) => {
    const records = await writer.list();
    if (!isUnderWay(records, role)) throw new RotationError(`no rotation of the ${role} key is under way`);
    const at = maker.clock();
    const changes = ofRole(records, role).flatMap(({ keyId, stage }) => {
      const next = finish[stage];
      return next ? [{ keyId, next }] : [];
    });
    for (const { keyId, next } of changes) await writer.setStage(keyId, next, at);
    return changes.filter(({ next }) => next === 'retired').map(({ keyId }) => keyId);
  });
  await Promise.all(retired.map((keyId) => maker.custody.destroy(keyId)));
}
