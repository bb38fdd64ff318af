import { hash, type KeyObject } from 'node:crypto';
import { nextStep } from '../../conventions/event-loop-turns.ts';
import { DAY } from '../../conventions/time.ts';
import {
  type AuthenticationKey,
  AuthenticationKeyError,
  verifyAuthenticationKeyCertificate,
} from '../../formats/android/index.ts';
import type { WrappedValue } from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { type OpenedValue, openValue, unparsable } from '../envelope/open.ts';
import { credentialKeyOf } from '../envelope/ownership.ts';
import { IssuerError } from '../errors.ts';
import type { IssuerPolicy } from '../policy.ts';
import { startOfDay } from './validity.ts';

/** An authentication key that the device credential key certified. */
export interface CertifiableKey extends AuthenticationKey {
  /** SHA-256 of the point; identifies the key permanently. */
  readonly keyHash: Uint8Array;
}

/** The clock of the device may be slightly ahead. */
const CLOCK_TOLERANCE = DAY;

interface Expected {
  readonly docType: string;
  /** SHA-256 of the current ProofOfProvisioning payload. */
  readonly proofOfProvisioningHash: Uint8Array;
}

function verified(opened: OpenedValue, credentialKey: KeyObject, field: string): AuthenticationKey {
  try {
    return verifyAuthenticationKeyCertificate(opened.plaintext, credentialKey);
  } catch (cause) {
    if (!(cause instanceof AuthenticationKeyError)) throw cause;
    if (cause.code === 'invalidSignature') {
      const description = `${field} is not signed by the registered device key`;
      throw new IssuerError('invalidPayloadSignature', description, { cause });
    }
    throw unparsable(opened, field, cause);
  }
}

function checkBinding(
  { popSha256 }: AuthenticationKey,
  expected: Uint8Array,
  field: string,
  { requireProofOfBinding }: Pick<IssuerPolicy, 'requireProofOfBinding'>,
): void {
  if (!popSha256) {
    if (!requireProofOfBinding) return;
    throw new IssuerError('invalidFieldValue', `${field} has no ProofOfBinding`);
  }
  if (Buffer.compare(popSha256, expected) === 0) return;
  throw new IssuerError('invalidFieldValue', `${field} is bound to another proof of provisioning`);
}

function checkValidity({ notBefore, notAfter }: AuthenticationKey, now: number, field: string): void {
  if (notAfter <= now) throw new IssuerError('invalidFieldValue', `${field} has expired`);
  // The MSO expires at the start of the day on which the key expires.
  if (startOfDay(notAfter) <= now)
    throw new IssuerError(
      'invalidFieldValue',
      `${field} ends before the shortest MSO could, which is valid until the next midnight UTC`,
    );
  if (notBefore > now + CLOCK_TOLERANCE)
    throw new IssuerError('invalidFieldValue', `${field} is not valid yet`);
}

function refuseDuplicates(keys: readonly CertifiableKey[]): void {
  const hashes = new Set(keys.map(({ keyHash }) => Buffer.from(keyHash).toString('latin1')));
  if (hashes.size < keys.length)
    throw new IssuerError('invalidFieldValue', 'authKeys holds the same key twice');
}

/** Opens and verifies the authentication keys of a request, in their order. @throws IssuerError */
export async function openAuthKeys(
  values: readonly WrappedValue[],
  { docType, proofOfProvisioningHash }: Expected,
  device: RegisteredDevice,
  deps: Pick<IssuerDeps, 'keys' | 'policy' | 'clock'>,
): Promise<readonly CertifiableKey[]> {
  const credentialKey = credentialKeyOf(device);
  const now = deps.clock();
  const keys: CertifiableKey[] = [];
  for (const [index, value] of values.entries()) {
    await nextStep();
    const field = `authKeys.${index}`;
    const opened = await openValue(value, { kind: 'authKey', field, docTypes: [docType] }, device, deps);
    const key = verified(opened, credentialKey, field);
    checkBinding(key, proofOfProvisioningHash, field, deps.policy);
    checkValidity(key, now, field);
    keys.push({ ...key, keyHash: hash('sha256', key.point, 'buffer') });
  }
  refuseDuplicates(keys);
  return keys;
}
