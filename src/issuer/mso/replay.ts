import { IssuerError } from '../errors.ts';
import type { Credential, IssuedMso } from '../model/index.ts';
import type { CertifiableKey } from './auth-keys.ts';

function refuse(): never {
  throw new IssuerError('invalidFieldValue', 'authKeys holds a key that was certified before');
}

function id(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/**
 * The stored MSOs in the order of the keys when the request is an exact replay: the same set of keys, for the same
 * credential and version. Undefined when no key is known. Anything between is refused: a key is certified once,
 * or two presentations with it could be linked.
 * @throws IssuerError
 */
export function replayedMsos(
  known: readonly IssuedMso[],
  keys: readonly CertifiableKey[],
  { credentialId, versionId }: Credential,
): readonly Required<IssuedMso>[] | undefined {
  const [first] = known;
  if (!first) return undefined;
  const sameBatch = known.every(({ batchId }) => batchId === first.batchId);
  const whole = known.length === keys.length && first.batchSize === keys.length;
  if (!sameBatch || !whole || first.credentialId !== credentialId || first.versionId !== versionId) refuse();
  const byKey = new Map(known.map((mso) => [id(mso.keyHash), mso]));
  return keys.map(({ keyHash }) => {
    const mso = byKey.get(id(keyHash));
    if (!mso?.staticAuthData) refuse();
    return { ...mso, staticAuthData: mso.staticAuthData };
  });
}
