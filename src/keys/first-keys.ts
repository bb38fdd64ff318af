import { parseCertificate } from '../formats/x509/index.ts';
import type { KeyRecord, KeyRegister } from './key-register.ts';
import { type KeyMaker, makeKey } from './make-key.ts';

/** A whole set: root, document signer, identity and encryption key. */
async function makeSet(maker: KeyMaker): Promise<readonly KeyRecord[]> {
  const iaca = await makeKey(maker, 'iaca', 'active');
  const issuer = { keyId: iaca.keyId, certificate: parseCertificate(iaca.certificate) };
  return [
    iaca,
    await makeKey(maker, 'documentSigner', 'active', issuer),
    await makeKey(maker, 'identity', 'active'),
    await makeKey(maker, 'encryption', 'active'),
  ];
}

/** Makes the keys at the first start; of processes that start together one wins and the others drop theirs. */
export async function ensureKeys(register: KeyRegister, maker: KeyMaker): Promise<void> {
  if ((await register.list()).length > 0) return;
  const made = await makeSet(maker);
  const kept = await register.write(async (writer) => {
    if ((await writer.list()).length > 0) return false;
    for (const record of made)
      await writer.insert(record, { event: 'create', actor: { kind: 'start' }, at: record.createdAt });
    return true;
  });
  if (!kept) await Promise.all(made.map(({ keyId }) => maker.custody.destroy(keyId)));
}
