import { makeCertificationRequest, parseCertificate } from '../formats/x509/index.ts';
import type { Actor } from '../issuer/model/index.ts';
import type { KeyRecord, KeyRegister, KeyRequest, SignerRole } from './key-register.ts';
import { type KeyMaker, makeKey, namesOf, newKeyId, registerNewKey } from './make-key.ts';
import { rootHeld } from './rotation.ts';
import { listRootsSigned, rootInUse } from './status-signers.ts';

/** Makes one key for each role. */
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

/**
 * Makes the keys at the first start. If several processes start together, one of them registers its keys and
 * the others destroy theirs.
 */
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

/** Names of the certificates, by role. */
const COMMON_NAMES: Readonly<Record<SignerRole, string>> = {
  documentSigner: 'Document Signer',
  statusSigner: 'Status Signer',
};

async function makeRequest(maker: KeyMaker, role: SignerRole, keyId: string): Promise<KeyRequest> {
  const createdAt = maker.clock();
  const point = await maker.custody.create(keyId, 'sign');
  const { stateOrProvince } = maker.subject;
  const name = { ...namesOf(maker, COMMON_NAMES[role]), stateOrProvince };
  const request = await makeCertificationRequest(role, name, point, (bytes) =>
    maker.custody.sign(keyId, bytes),
  );
  return { keyId, role, request, createdAt };
}

/**
 * Makes a status signer under the root of the document signer, if there is none and the private key of the root is held here.
 * Returns whether there is one.
 */
export async function ensureStatusSigner(register: KeyRegister, maker: KeyMaker): Promise<boolean> {
  const role = 'statusSigner';
  const isKnown = (records: readonly KeyRecord[]) => listRootsSigned(records).has(rootInUse(records));
  const records = await register.list();
  if (isKnown(records)) return true;
  const issuer = await rootHeld(register, maker, rootInUse(records));
  if (!issuer) return false;
  const made = await makeKey(maker, role, 'active', issuer);
  const kept = await register.write(async (writer) => {
    if (isKnown(await writer.list())) return false;
    await writer.insert(made, { event: 'create', actor: { kind: 'start' }, at: made.createdAt });
    return true;
  });
  if (!kept) await maker.custody.destroy(made.keyId);
  return true;
}

/** Makes the key of a signer and a certification request for an external root. */
export async function requestSignerCertificate(
  register: KeyRegister,
  maker: KeyMaker,
  role: SignerRole,
  actor: Actor,
): Promise<KeyRequest> {
  const { keyId } = newKeyId(maker);
  return registerNewKey(maker, keyId, async () => {
    const request = await makeRequest(maker, role, keyId);
    const change = { event: 'request', actor, at: request.createdAt } as const;
    await register.write((writer) => writer.insertRequest(request, change));
    return request;
  });
}
