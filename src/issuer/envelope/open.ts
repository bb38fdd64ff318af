import { isOnCurve } from '../../formats/ec/index.ts';
import { HpkeError, open, P256_SHA256_AES256GCM } from '../../formats/hpke/index.ts';
import { decodeBase64 } from '../base64.ts';
import { type EncryptedData, MAX_VALUE_BYTES, type ValueKind, type WrappedValue } from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { IssuerError } from '../errors.ts';
import type { HpkeContextMode } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { DecryptionKey } from '../ports/keys.ts';
import { boundHash, HPKE_CONTEXT_MODES, hpkeContext, hpkeContextModeOf } from './binding.ts';
import { verifyOwnership } from './ownership.ts';

type Needs = Pick<IssuerDeps, 'keys' | 'policy'>;

export interface OpenedValue {
  readonly plaintext: Uint8Array;
  /** The placement of the context string; absent if the value was unencrypted. */
  readonly mode?: HpkeContextMode;
}

interface Expected {
  readonly kind: ValueKind;
  /** Name of the field in messages. */
  readonly field: string;
  readonly docTypes: readonly string[];
}

const MAX_SIGNATURE = 1024;

/** Placements to try, the likeliest first. Production tries only the configured one. */
function modesToTry(device: RegisteredDevice, { policy }: Needs): readonly HpkeContextMode[] {
  const { mode, tolerant } = policy.hpkeContext;
  const likeliest = hpkeContextModeOf(device, policy);
  return tolerant ? [...new Set([likeliest, mode, ...HPKE_CONTEXT_MODES])] : [likeliest];
}

interface Sealed {
  readonly sharedSecret: Uint8Array;
  readonly recipientPoint: Uint8Array;
  readonly encapsulatedKey: Uint8Array;
  readonly ciphertext: Uint8Array;
}

function openInAnyMode(sealed: Sealed, modes: readonly HpkeContextMode[], { kind, field }: Expected) {
  for (const mode of modes) {
    try {
      return { plaintext: open(P256_SHA256_AES256GCM, { ...sealed, ...hpkeContext(kind, mode) }), mode };
    } catch (error) {
      if (!(error instanceof HpkeError)) throw error;
    }
  }
  throw new IssuerError(
    'invalidPayloadEncryption',
    `${field} cannot be decrypted with the key that it names`,
  );
}

/** Both forms of the key are accepted, because each identifies it unambiguously. The point is the expected form. */
function* boundHashes(plaintext: Uint8Array, { publicKey, spki }: DecryptionKey): Iterable<Uint8Array> {
  yield boundHash(plaintext, publicKey);
  yield boundHash(plaintext, spki);
}

async function openEncrypted(
  data: EncryptedData,
  expected: Expected,
  device: RegisteredDevice,
  needs: Needs,
): Promise<OpenedValue> {
  const { field, docTypes } = expected;
  const ciphertext = decodeBase64(data.encryptedValue, `${field}.encryptedValue`, MAX_VALUE_BYTES);
  const encapsulatedKey = decodeBase64(data.encapsulatedKey, `${field}.encapsulatedKey`, 128);
  const signature = decodeBase64(data.signature, `${field}.signature`, MAX_SIGNATURE);
  const key = await needs.keys.decryptionKey(data.recipientKeyId);
  if (!key) {
    throw new IssuerError(
      'invalidPayloadEncryption',
      `${field}.recipientKeyId names no active encryption key`,
    );
  }
  if (!isOnCurve(encapsulatedKey)) {
    throw new IssuerError(
      'invalidPayloadEncryption',
      `${field}.encapsulatedKey is not an uncompressed P-256 point`,
    );
  }
  const sharedSecret = await key.agree(encapsulatedKey);
  const sealed = { sharedSecret, recipientPoint: key.publicKey, encapsulatedKey, ciphertext };
  const opened = openInAnyMode(sealed, modesToTry(device, needs), expected);
  const challenges = boundHashes(opened.plaintext, key);
  verifyOwnership(signature, device, { docTypes, challenges, field: `${field}.signature` });
  return opened;
}

/**
 * Exactly one of the two members is set, and unencryptedValue only where the policy allows it. Operations check it with
 * their required fields, before identifiers. @throws IssuerError
 */
export function requireWrapped(
  { encryptedData, unencryptedValue }: WrappedValue,
  field: string,
  { plaintext }: Pick<IssuerPolicy, 'plaintext'>,
): void {
  // In proto3 JSON an empty string may stand for an unset field.
  if (encryptedData && unencryptedValue)
    throw new IssuerError('invalidFieldValue', `${field} has both encryptedData and unencryptedValue`);
  if (!encryptedData && !(unencryptedValue && plaintext))
    throw new IssuerError('missingRequiredField', `unset: ${field}.encryptedData`);
}

/**
 * Returns the plaintext of a value from the device. If the value is encrypted, decrypts it and verifies its
 * signature. @throws IssuerError
 */
export async function openValue(
  value: WrappedValue,
  expected: Expected,
  device: RegisteredDevice,
  needs: Needs,
): Promise<OpenedValue> {
  const { field } = expected;
  requireWrapped(value, field, needs.policy);
  const { encryptedData, unencryptedValue = '' } = value;
  if (encryptedData) return openEncrypted(encryptedData, expected, device, needs);
  return { plaintext: decodeBase64(unencryptedValue, `${field}.unencryptedValue`, MAX_VALUE_BYTES) };
}

/** The reason if a plaintext cannot be parsed; it depends on whether the value was encrypted. */
export function unparsable({ mode }: OpenedValue, field: string, cause: unknown): IssuerError {
  const reason = mode === undefined ? 'invalidFieldValue' : 'invalidDecryptedRequest';
  return new IssuerError(reason, `${field} cannot be parsed`, { cause });
}
