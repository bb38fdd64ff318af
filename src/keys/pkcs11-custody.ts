import { hash } from 'node:crypto';
import { hasPointForm, isOnCurve } from '../formats/ec/index.ts';
import { CustodyError, isKeyId, type KeyCustody, requireKeyId } from './custody.ts';
import type { Handle } from './pkcs11/cryptoki.ts';
import {
  CK,
  CKA,
  ecdh,
  type Half,
  privateKeyTemplate,
  publicKeyTemplate,
  searchFor,
  secretTemplate,
} from './pkcs11/objects.ts';
import { type Session, type TokenSettings, tokenSession } from './pkcs11/token-session.ts';

/** Maximum number of keys that a search returns. */
const MOST_KEYS = 1000;

const SIGNATURE_BYTES = 64;

function find({ cryptoki, handle }: Session, half: Half, keyId?: string): readonly Handle[] {
  cryptoki.C_FindObjectsInit(handle, searchFor(half, keyId));
  try {
    return cryptoki.C_FindObjects(handle, MOST_KEYS);
  } finally {
    cryptoki.C_FindObjectsFinal(handle);
  }
}

function attribute({ cryptoki, handle }: Session, object: Handle, type: number): Buffer | undefined {
  return cryptoki.C_GetAttributeValue(handle, object, [{ type }])[0]?.value;
}

function privateKey(session: Session, keyId: string): Handle {
  requireKeyId(keyId);
  const known = session.privateKeys.get(keyId);
  if (known) return known;
  const [found, ...others] = find(session, 'privateKey', keyId);
  if (!found) throw new CustodyError(`the private key ${keyId} is not in the token`);
  if (others.length > 0) throw new CustodyError(`several private keys in the token have the id ${keyId}`);
  session.privateKeys.set(keyId, found);
  return found;
}

/** CKA_EC_POINT is the point in an OCTET STRING, but some tokens omit the OCTET STRING. */
function pointOf(value: Buffer | undefined): Uint8Array | undefined {
  const point = value?.length === 67 ? value.subarray(2) : value;
  return point && hasPointForm(point) && isOnCurve(point) ? new Uint8Array(point) : undefined;
}

function publicPoint(session: Session, keyId: string): Uint8Array | undefined {
  requireKeyId(keyId);
  const [object] = find(session, 'publicKey', keyId);
  return object && pointOf(attribute(session, object, CKA.ecPoint));
}

function create(session: Session, keyId: string, use: Parameters<KeyCustody['create']>[1]): Uint8Array {
  requireKeyId(keyId);
  if (find(session, 'privateKey', keyId).length > 0) throw new CustodyError('the key id is taken');
  const templates = [publicKeyTemplate(keyId), privateKeyTemplate(keyId, use)] as const;
  const mechanism = { mechanism: CK.MECHANISM_EC_KEY_PAIR_GEN, parameter: null };
  const pair = session.cryptoki.C_GenerateKeyPair(session.handle, mechanism, ...templates);
  session.privateKeys.set(keyId, pair.privateKey);
  const point = pointOf(attribute(session, pair.publicKey, CKA.ecPoint));
  if (!point) throw new CustodyError('the token made a key that is not on P-256');
  return point;
}

function sign(session: Session, keyId: string, toBeSigned: Uint8Array): Uint8Array {
  const { cryptoki, handle } = session;
  const digest = hash('sha256', toBeSigned, 'buffer');
  const mechanism = { mechanism: CK.MECHANISM_ECDSA, parameter: null };
  cryptoki.C_SignInit(handle, mechanism, privateKey(session, keyId));
  return new Uint8Array(cryptoki.C_Sign(handle, digest, Buffer.alloc(SIGNATURE_BYTES)));
}

/**
 * Reads the shared secret and deletes its object in the token. HPKE derives its keys from the secret in this
 * process.
 */
function agree(session: Session, keyId: string, point: Uint8Array): Uint8Array {
  const { cryptoki, handle } = session;
  const secret = cryptoki.C_DeriveKey(handle, ecdh(point), privateKey(session, keyId), secretTemplate);
  try {
    return new Uint8Array(attribute(session, secret, CKA.value) ?? []);
  } finally {
    cryptoki.C_DestroyObject(handle, secret);
  }
}

function idsHeld(session: Session): readonly string[] {
  const ids = find(session, 'privateKey').map((key) =>
    attribute(session, key, CKA.id)?.toString('hex').toUpperCase(),
  );
  return ids.filter((id) => id !== undefined && isKeyId(id)) as string[];
}

function destroy(session: Session, keyId: string): void {
  requireKeyId(keyId);
  session.privateKeys.delete(keyId);
  for (const half of ['privateKey', 'publicKey'] as const) {
    for (const object of find(session, half, keyId)) session.cryptoki.C_DestroyObject(session.handle, object);
  }
}

/**
 * Keys in a PKCS#11 token. Private keys are sensitive and not extractable. Calls block until the token
 * answers. Several processes may share a token. @throws CustodyError if the token cannot be used
 */
export function pkcs11Custody(settings: TokenSettings): KeyCustody {
  const token = tokenSession(settings);
  token.run(() => undefined);
  return {
    create: async (keyId, use) => token.run((session) => create(session, keyId, use)),
    sign: (keyId, toBeSigned) => token.run((session) => sign(session, keyId, toBeSigned)),
    agree: (keyId, point) => token.run((session) => agree(session, keyId, point)),
    list: async () => token.run(idsHeld).map((keyId) => ({ keyId, custody: 'pkcs11' })),
    publicPoint: async (keyId) => token.run((session) => publicPoint(session, keyId)),
    destroy: async (keyId) => token.run((session) => destroy(session, keyId)),
    close: () => token.close(),
  };
}
