import { sha256 } from './node-crypto.ts';
import type { Seal, SealCustody, SealKey } from './ports/seals.ts';
import { SealFault, type SealStatement, statementText } from './statement.ts';

/**
 * The pinned key; the first key is created when it is needed. @throws SealFault if this server does not have
 * the key, or has another one
 */
export async function signingKey(custody: SealCustody): Promise<SealKey> {
  const pinned = custody.pinned()?.at(-1);
  if (pinned === undefined) {
    const made = await custody.create();
    if (custody.pinFirst({ keyId: made.keyId, digest: sha256(made.point) })) return made;
    // Another process pinned its key first.
    await custody.destroy(made.keyId);
    return signingKey(custody);
  }
  const key = await custody.key(pinned.keyId);
  if (!key)
    throw new SealFault('the pinned key of the seals is not held: restore it, or run diptych seals reset');
  if (sha256(key.point) === pinned.digest) return key;
  throw new SealFault('the key of the seals that is held is another one than the pinned one: restore that');
}

/** Signs a statement with the key that it names. */
export async function signedSeal(
  custody: SealCustody,
  statement: SealStatement,
  covered: Pick<Seal, 'lineDigests' | 'edge'>,
): Promise<Seal> {
  const text = statementText(statement);
  const signature = await custody.sign(statement.keyId, Buffer.from(text, 'utf8'));
  return { number: statement.seal, statement: text, ...covered, signature };
}
