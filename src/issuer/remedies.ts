import { remedyText } from '../conventions/without-marks.ts';
import type { AttestationErrorCode } from '../formats/android/attestation/index.ts';
import type { ErrorReason } from './contract/index.ts';
import { COMMON_CHECKS, OPERATION_CHECKS } from './order-of-checks.ts';
import type { HandledRequest } from './ports/requests.ts';

/** What to do about a refusal, by the wallet or its operator, if the check that refused does not say more; with the marks of the documentation. */
export const REMEDY_OF_REASON: Readonly<Record<ErrorReason, string>> = {
  invalidApiVersion: 'Send the version that `expectedVersion` names.',
  invalidPayloadSignature:
    'Sign with the identity key of the device, over the bytes that the specification names.',
  invalidPayloadEncryption: 'Get the present encryption key of the issuer and encrypt again.',
  invalidIdentifier: 'Use the ids that the issuer returned; an id belongs to one device.',
  invalidFieldValue: 'Correct the field that `errorDescription` names.',
  missingRequiredField: 'Send the field that `errorDescription` names.',
  invalidDecryptedRequest: 'Correct the message inside the encryption.',
  permissionDenied: 'Send the credentials of an admitted caller.',
  forbidden: 'Send the `issuerId` of this issuer, and an attestation that its policy accepts.',
  invalidState: 'Wait for the change that comes first; [states](states.md) shows what each state allows.',
};

const OTHER_OUTCOMES: Readonly<Record<string, string>> = {
  overload: 'Send the request again.',
  rateLimited: 'Send the request again after the time that Retry-After names.',
};

const NEW_KEY =
  'The phone makes a new identity key and registers it. If it fails again, this phone cannot be accepted.';

/** Remedies of refused attestations; all others have that of a key that was not made as it must be. */
const OF_ATTESTATION: Readonly<Partial<Record<AttestationErrorCode, string>>> = {
  untrustedRoot:
    'If phones with this root may be accepted, add it to issuer.attestation.roots; otherwise refuse the phone.',
  expired: 'The phone gets new attestation certificates from its maker and makes a new identity key.',
  notYetValid: 'Compare the clocks of the server and of the phone’s maker; then register again.',
  revoked: 'The attestation key was withdrawn: this phone must not be accepted.',
  strongBoxRequired: 'Use a phone with StrongBox, or change issuer.attestation.requireStrongBox.',
  challengeMismatch:
    'Get a registration nonce for this deviceReferenceId, and make the identity key with it as the challenge.',
  unlocked: 'The owner locks the boot loader of the phone; then the phone makes a new identity key.',
  notVerifiedBoot: 'Start the phone with the system of its maker; then it makes a new identity key.',
  patchLevelTooOld: 'Update the phone, or change issuer.attestation.minimumPatchLevels.',
  applicationNotAllowed:
    'Use the application that issuer.attestation.applications names, or add this one to it.',
  identityCredentialKeyRequired:
    'Use a phone with Identity Credential hardware, or change issuer.attestation.requireIdentityCredentialKey.',
};

type Refused = Pick<HandledRequest, 'operation' | 'outcome' | 'failedCheck' | 'condition'>;

const isReason = (outcome: string): outcome is ErrorReason => Object.hasOwn(REMEDY_OF_REASON, outcome);

/** What to do about a refused request of the issuer interface; undefined after a failure of the server. */
export function remedyOf({ operation, outcome, failedCheck, condition }: Refused): string | undefined {
  if (!isReason(outcome)) return OTHER_OUTCOMES[outcome];
  const [check, code] = failedCheck?.split('.') ?? [];
  if (check === 'attestation' && outcome === 'forbidden')
    return OF_ATTESTATION[code as AttestationErrorCode] ?? NEW_KEY;
  const own = Object.entries(OPERATION_CHECKS).find(([name]) => name === operation)?.[1] ?? [];
  const row = [...COMMON_CHECKS, ...own].find(({ name }) => name === condition);
  return row?.remedies?.[outcome] ?? remedyText(REMEDY_OF_REASON[outcome]);
}
