import { AttestationError } from '../formats/android/attestation/index.ts';
import type { ErrorReason } from './contract/metadata-and-errors.ts';

export interface ApiVersion {
  readonly major: number;
  readonly minor: number;
}

/** Details of an error besides its reason. Only the version numbers come from the request. */
interface IssuerErrorDetail {
  readonly versions?: { readonly request: ApiVersion; readonly expected: ApiVersion };
  /** For the log only; never sent. */
  readonly cause?: unknown;
}

/**
 * A refusal by an operation. `description` is debug text for support staff, in fixed words and without
 * personal data.
 */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
  readonly reason: ErrorReason;
  readonly detail: IssuerErrorDetail;
  /** The condition that did not hold: the name of a row in the tables of checks. For the log only. */
  condition?: string;
  /** The step of that row. For the log only. */
  step?: string;

  constructor(reason: ErrorReason, description: string, detail: IssuerErrorDetail = {}) {
    super(description, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.reason = reason;
    this.detail = detail;
  }
}

/** The issuer's own system of record does not answer. The request fails and can be repeated. */
export class RecordsUnavailable extends Error {
  override readonly name = 'RecordsUnavailable';

  constructor() {
    super('the system of record does not answer; see its lookups in the log and the metrics');
  }
}

/** The revocation list is too old to verify devices. The request fails and can be repeated. */
export class RevocationListTooOld extends Error {
  override readonly name = 'RevocationListTooOld';

  constructor() {
    super('the revocation list is older than issuer.attestation.revocationListMaxAgeHours');
  }
}

/** The name of the check that refuses with each reason. */
const CHECKS: Readonly<Record<ErrorReason, string>> = {
  permissionDenied: 'caller',
  invalidApiVersion: 'version',
  forbidden: 'issuer',
  missingRequiredField: 'fields',
  invalidFieldValue: 'fields',
  invalidIdentifier: 'identifiers',
  invalidState: 'state',
  invalidPayloadSignature: 'signature',
  invalidPayloadEncryption: 'encryption',
  invalidDecryptedRequest: 'decryptedMessage',
};

/** The checks that are parts of a step. All other steps are checks of the same name. */
const PARTS_OF_STEP: Readonly<Record<string, readonly string[]>> = {
  metadata: ['issuer', 'fields'],
  signatures: ['signature', 'encryption', 'decryptedMessage'],
};

/** A reason can be given by several steps: the one that refused, not the one that usually gives it. */
function checkOf({ reason, step }: IssuerError): string {
  const usual = CHECKS[reason];
  if (step === undefined || (PARTS_OF_STEP[step] ?? [step]).includes(usual)) return usual;
  return step;
}

/** The name of the check that refused, with the code of its cause if there is one: `attestation.challengeMismatch`. */
export function failedCheck(error: IssuerError): string {
  const { cause } = error.detail;
  const check = cause instanceof AttestationError ? 'attestation' : checkOf(error);
  // Our own error codes; libraries use capitals.
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[a-z]\w*$/.test(code) ? `${check}.${code}` : check;
}
