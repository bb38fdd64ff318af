import type { Rejection } from '../contract/index.ts';
import type { RejectionCause } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';

const evidenceType = 'preAuthorizationCode';

interface AutomaticRejection {
  readonly reason: Rejection;
  /**
   * Text for support staff of the wallet platform. It is the same for causes that the platform must not tell
   * apart.
   */
  readonly description: string;
  /** Whether it counts as a wrong code. */
  readonly isWrongCode?: true;
}

/**
 * Applicants must not learn why a code failed (NIST SP 800-63A), so the answer is the same for all unusable
 * codes.
 */
const NO_GOOD_CODE = {
  reason: { evidenceMismatch: { evidenceType } },
  description: 'the evidence does not match the records of the issuer',
} as const;
const WRONG_CODE = { ...NO_GOOD_CODE, isWrongCode: true } as const;

const recordInvalid = (invalidityReason: string) => ({
  reason: { recordInvalid: { invalidityReason } },
  description: 'the record that the code belongs to cannot be issued',
});

/** The causes of automatic rejections, and what the wallet receives for each. */
const REJECTIONS = {
  evidenceMissing: {
    reason: { evidenceIncomplete: { evidenceType } },
    description: 'no pre-authorization code was received',
  },
  attemptsUsedUp: NO_GOOD_CODE,
  codeUnknown: WRONG_CODE,
  codeExpired: WRONG_CODE,
  codeUsed: WRONG_CODE,
  codeRevoked: WRONG_CODE,
  codeOfOtherHolder: WRONG_CODE,
  recordMissing: { reason: { recordNotFound: {} }, description: 'the issuer has no record for the code' },
  recordRevoked: recordInvalid('revoked'),
  recordExpired: recordInvalid('expired'),
  recordCanceled: recordInvalid('canceled'),
  recordSuspended: recordInvalid('suspended'),
  recordNotEntitled: recordInvalid('not entitled'),
  recordUnusable: recordInvalid('unusable'),
  devicesUsedUp: {
    reason: { maxProvisioningsReached: {} },
    description: 'the document is on as many devices as the issuer allows',
  },
} as const satisfies Record<RejectionCause, AutomaticRejection>;

/**
 * Whether a reason is one of these causes. Then the message to the wallet is a fixed text without personal data. It is not
 * encrypted and not erased with the holder, so that the wallet gets the same answer after the erasure.
 */
export const hasFixedWords = (reason: string | null | undefined): boolean =>
  Object.hasOwn(REJECTIONS, reason ?? '');

export function isWrongCode(cause: RejectionCause): boolean {
  const rejection: AutomaticRejection = REJECTIONS[cause];
  return rejection.isWrongCode === true;
}

function disclosed(cause: RejectionCause, { rejections }: Pick<IssuerPolicy, 'rejections'>) {
  return rejections === 'generic' && cause !== 'evidenceMissing' ? NO_GOOD_CODE : REJECTIONS[cause];
}

/**
 * The rejection that is sent for a cause, as far as the policy discloses it. `maxDevices` is included if the
 * limit is the cause.
 */
export function rejectionFor(
  cause: RejectionCause,
  issuerRejectionIdentifier: string,
  policy: Pick<IssuerPolicy, 'rejections'>,
  maxDevices?: number,
): Rejection {
  const { reason, description: rejectionDescription } = disclosed(cause, policy);
  const rejection: Rejection =
    'maxProvisioningsReached' in reason && maxDevices !== undefined
      ? { maxProvisioningsReached: { maxNumberOfProvisioningsAllowed: maxDevices } }
      : reason;
  return { rejectionDescription, issuerRejectionIdentifier, ...rejection };
}
