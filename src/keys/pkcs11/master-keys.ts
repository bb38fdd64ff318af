import { randomBytes, timingSafeEqual } from 'node:crypto';
import { CustodyError } from '../custody.ts';
import { wrapKey } from '../holder-keys/key-wrap.ts';
import type { MasterTokens, TokenMaster, Wrapping } from '../holder-keys/master-tokens.ts';
import { type Handle, returnValueOf } from './cryptoki.ts';
import {
  CK,
  CKA,
  gcm,
  keyValueTemplate,
  masterTemplate,
  searchForMaster,
  unwrappedTemplate,
  wrappingTemplate,
} from './objects.ts';
import { type Session, type TokenSettings, tokenSession } from './token-session.ts';

const KEY_BYTES = 32;
const ID_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Longer than any wrapped key. */
const MOST_BYTES = 128;

const MECHANISMS = { kwp: CK.MECHANISM_AES_KEY_WRAP_KWP, pad: CK.MECHANISM_AES_KEY_WRAP_PAD } as const;
const mechanismOf = (wrapping: keyof typeof MECHANISMS) => ({
  mechanism: MECHANISMS[wrapping],
  parameter: null,
});

function find({ cryptoki, handle }: Session, keyId: string): readonly Handle[] {
  cryptoki.C_FindObjectsInit(handle, searchForMaster(keyId));
  try {
    return cryptoki.C_FindObjects(handle, 2);
  } finally {
    cryptoki.C_FindObjectsFinal(handle);
  }
}

function masterOf(session: Session, keyId: string): Handle {
  const [found, ...others] = find(session, keyId);
  if (!found)
    throw new CustodyError(
      `the master key ${keyId} of the records is not in the token; restore the token from its backup`,
    );
  if (others.length > 0) throw new CustodyError(`several keys in the token have the id ${keyId}`);
  return found;
}

/** Passes an object of the session on, and deletes it afterwards. */
function temporarily<T>({ cryptoki, handle }: Session, object: Handle, use: (object: Handle) => T): T {
  try {
    return use(object);
  } finally {
    cryptoki.C_DestroyObject(handle, object);
  }
}

/** Bound to the epoch. Without additional data SoftHSM before 2.7.0 crashes. */
const epochData = (epoch: number) => Buffer.from(`diptych epoch ${epoch}`);

interface Use {
  readonly master: Handle;
  readonly wrapping: Wrapping;
  readonly epoch: number;
}

function wrapBy(session: Session, { master, wrapping, epoch }: Use, key: Uint8Array): Uint8Array {
  const { cryptoki, handle } = session;
  if (wrapping === 'gcm') {
    const nonce = randomBytes(NONCE_BYTES);
    cryptoki.C_EncryptInit(handle, gcm(nonce, epochData(epoch)), master);
    return Buffer.concat([nonce, cryptoki.C_Encrypt(handle, Buffer.from(key), Buffer.alloc(MOST_BYTES))]);
  }
  return temporarily(session, cryptoki.C_CreateObject(handle, keyValueTemplate(key)), (object) =>
    cryptoki.C_WrapKey(handle, mechanismOf(wrapping), master, object, Buffer.alloc(MOST_BYTES)),
  );
}

function unwrapBy(session: Session, { master, wrapping, epoch }: Use, wrapped: Uint8Array): Uint8Array {
  const { cryptoki, handle } = session;
  const bytes = Buffer.from(wrapped);
  if (wrapping === 'gcm') {
    if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) throw new Error('CKR_WRAPPED_KEY_LEN_RANGE');
    cryptoki.C_DecryptInit(handle, gcm(bytes.subarray(0, NONCE_BYTES), epochData(epoch)), master);
    return cryptoki.C_Decrypt(handle, bytes.subarray(NONCE_BYTES), Buffer.alloc(MOST_BYTES));
  }
  const object = cryptoki.C_UnwrapKey(handle, mechanismOf(wrapping), master, bytes, unwrappedTemplate);
  return temporarily(session, object, () => {
    const [value] = cryptoki.C_GetAttributeValue(handle, object, [{ type: CKA.value }]);
    return Buffer.from(value?.value ?? []);
  });
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && timingSafeEqual(one, other);

/** The token opens what it wrapped. */
function roundTrips(session: Session, use: Use): boolean {
  const key = randomBytes(KEY_BYTES);
  return isSame(unwrapBy(session, use, wrapBy(session, use, key)), key);
}

/**
 * Modules disagree about this mechanism: some pad by PKCS#7. Wraps a known key by another one, and compares with RFC 5649.
 * The keys of the epochs have 32 bytes; SoftHSM 2.6.1 does not follow the RFC for lengths that are no multiple of 8.
 */
function isRfc5649(session: Session, epoch: number): boolean {
  const [wrapping, key] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];
  const known = session.cryptoki.C_CreateObject(session.handle, wrappingTemplate(wrapping));
  return temporarily(session, known, (master) =>
    isSame(wrapBy(session, { master, wrapping: 'pad', epoch }, key), wrapKey(wrapping, key)),
  );
}

const CANDIDATES: readonly Wrapping[] = ['kwp', 'pad', 'gcm'];

/** What the token says about a mechanism that it does not have, or does not allow for these keys. */
const UNSUPPORTED =
  /^CKR_(MECHANISM_|KEY_|WRAPPING_KEY_|UNWRAPPING_KEY_|TEMPLATE_|ATTRIBUTE_|FUNCTION_NOT_SUPPORTED|ARGUMENTS_BAD|WRAPPED_KEY_)/;

/** Finds out how the token wraps keys. @throws CustodyError if it cannot */
function wrappingOf(session: Session, master: Handle): Wrapping {
  const works = (wrapping: Wrapping): boolean => {
    try {
      const use = { master, wrapping, epoch: 0 };
      return roundTrips(session, use) && (wrapping !== 'pad' || isRfc5649(session, use.epoch));
    } catch (error) {
      if (UNSUPPORTED.test(returnValueOf(error) ?? '')) return false;
      throw error;
    }
  };
  const found = CANDIDATES.find(works);
  if (found) return found;
  throw new CustodyError(
    'the token can wrap keys neither by RFC 5649 nor by AES-GCM; set keys.recordMaster: files',
  );
}

function make(session: Session): TokenMaster {
  const { cryptoki, handle } = session;
  const keyId = randomBytes(ID_BYTES).toString('hex').toUpperCase();
  const mechanism = { mechanism: CK.MECHANISM_AES_KEY_GEN, parameter: null };
  const master = cryptoki.C_GenerateKey(handle, mechanism, masterTemplate(keyId));
  try {
    return { keyId, wrapping: wrappingOf(session, master) };
  } catch (error) {
    cryptoki.C_DestroyObject(handle, master);
    throw error;
  }
}

function unwrap(session: Session, { keyId, wrapping }: TokenMaster, epoch: number, wrapped: Uint8Array) {
  const use = { master: masterOf(session, keyId), wrapping, epoch };
  try {
    return unwrapBy(session, use, wrapped);
  } catch (cause) {
    // SoftHSM reports a wrong tag as a general error, after which a new session would be opened in vain.
    if (find(session, keyId).length === 1)
      throw new CustodyError('a wrapped key does not belong to the key in the token that should open it', {
        cause,
      });
    throw cause;
  }
}

/** Master keys of records as AES-256 keys in a PKCS#11 token, sensitive and not extractable. */
export function pkcs11Masters(settings: () => TokenSettings, isPlace: boolean): MasterTokens {
  let opened: ReturnType<typeof tokenSession> | undefined;
  const run = <T>(work: (session: Session) => T): T => {
    opened ??= tokenSession(settings());
    return opened.run(work);
  };
  return {
    isPlace,
    make: () => run(make),
    wrap: ({ keyId, wrapping }, epoch, key) =>
      run((session) => wrapBy(session, { master: masterOf(session, keyId), wrapping, epoch }, key)),
    unwrap: (master, epoch, wrapped) => run((session) => unwrap(session, master, epoch, wrapped)),
    destroy: (keyId) =>
      run((session) => {
        for (const object of find(session, keyId)) session.cryptoki.C_DestroyObject(session.handle, object);
      }),
    close: () => opened?.close(),
  };
}
