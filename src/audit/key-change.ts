import { isSignedBy, keyDigest, parseAnnouncement, type SealStatement } from './statement.ts';

/**
 * `announced`: the previous key signed it. `reset`: people vouched for it, because the previous key was lost
 * or the audit log was broken. `unexplained`: neither; versions that did not pin keys did this when a key was
 * lost.
 */
export type KeyChangeKind = 'announced' | 'reset' | 'unexplained';

/** A change of the key that signs the seals. */
export interface KeyChange {
  readonly seal: number;
  readonly time: string;
  readonly kind: KeyChangeKind;
  readonly keyId: string;
  /** Digest of the new key. */
  readonly key: string;
  /** Digest of the previous key; absent if there was none. */
  readonly before?: string;
  readonly reason?: string;
  readonly operatorId?: string;
  readonly approverId?: string;
}

/** The announcement of this key by the previous key, if there is one. */
function announcementOf({ keyChange, key, keyId, previous }: SealStatement, before: SealStatement) {
  if (!keyChange) return undefined;
  const { announcement: text, signature } = keyChange;
  const found = parseAnnouncement(text);
  const isOfThis = found?.key === key && found.keyId === keyId && found.previous === previous;
  return isOfThis && isSignedBy(before, text, Buffer.from(signature, 'hex')) ? found : undefined;
}

/** Undefined if the previous seal has the same key, or if there is no previous seal. */
export function keyChangeOf(statement: SealStatement, before?: SealStatement): KeyChange | undefined {
  const { seal, sealTime: time, keyId, reset } = statement;
  const at = { seal, time, keyId, key: keyDigest(statement), ...(before && { before: keyDigest(before) }) };
  if (reset) {
    const { seen: _, ...cause } = reset;
    return { ...at, kind: 'reset', ...cause };
  }
  if (!before || before.key === statement.key) return undefined;
  const announced = announcementOf(statement, before);
  if (!announced) return { ...at, kind: 'unexplained' };
  const { reason, operatorId, approverId } = announced;
  return { ...at, kind: 'announced', reason, operatorId, ...(approverId !== undefined && { approverId }) };
}
