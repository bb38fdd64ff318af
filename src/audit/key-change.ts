import { fromHex, toHex, utf8 } from '../conventions/bytes.ts';
import { omit } from '../conventions/omit.ts';
import type { SealCrypto } from './ports/crypto.ts';
import { parseAnnouncement, type SealStatement } from './statement.ts';

/**
 * `announced`: the previous key signed it. `reset`: people vouched for it, because the previous key was lost
 * or the audit log was broken. `unexplained`: neither; versions that did not pin keys did this when a key was
 * lost.
 */
type KeyChangeKind = 'announced' | 'reset' | 'unexplained';

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
async function announcementOf(
  crypto: SealCrypto,
  { keyChange, key, keyId, previous }: SealStatement,
  before: SealStatement,
) {
  if (!keyChange) return undefined;
  const { announcement: text, signature } = keyChange;
  const announcement = parseAnnouncement(text);
  const isOfThis =
    announcement?.key === key && announcement.keyId === keyId && announcement.previous === previous;
  const isSigned = isOfThis && (await crypto.isSigned(fromHex(before.key), utf8(text), fromHex(signature)));
  return isSigned ? announcement : undefined;
}

/** Undefined if the previous seal has the same key, or if there is no previous seal. */
export async function keyChangeOf(
  crypto: SealCrypto,
  statement: SealStatement,
  before?: SealStatement,
): Promise<KeyChange | undefined> {
  const { seal, sealTime: time, keyId, reset } = statement;
  const digestOf = async ({ key }: SealStatement) => toHex(await crypto.sha256(fromHex(key)));
  const keys = { key: await digestOf(statement), ...(before && { before: await digestOf(before) }) };
  const at = { seal, time, keyId, ...keys };
  if (reset) {
    const cause = omit(reset, 'seen');
    return { ...at, kind: 'reset', ...cause };
  }
  if (!before || before.key === statement.key) return undefined;
  const announced = await announcementOf(crypto, statement, before);
  if (!announced) return { ...at, kind: 'unexplained' };
  const { reason, operatorId, approverId } = announced;
  return { ...at, kind: 'announced', reason, operatorId, ...(approverId !== undefined && { approverId }) };
}
