import type { ErrorReason, OperationName } from '../../issuer/contract/index.ts';
import type { Stage } from '../device/device-state.ts';
import type { Tampering } from '../device/tampering.ts';

/** How far an honest device has come; `rejected`: its proofing was; `deleted`: its credential was. */
export type FaultStage = Stage | 'rejected' | 'deleted';

/** What an issuer must be configured with to notice. */
export type FaultNeed = 'revocationList' | 'applicationSigners' | 'encryptionRequired';

export interface Expected {
  readonly status: number;
  readonly reason: ErrorReason;
}

/** One thing that a hostile device, or somebody on the way, can do, and how a correct issuer answers. */
export interface Fault {
  readonly name: string;
  /** For people: what is wrong. */
  readonly what: string;
  /** The operation that must be refused. */
  readonly operation: OperationName;
  /** The device has come this far, or farther. */
  readonly from: FaultStage;
  /** Not farther. */
  readonly exactly?: true;
  readonly expected: Expected;
  /** Absent: the issuer notices whatever its configuration. */
  readonly needs?: FaultNeed;
  /** Whether it exists only where values travel encrypted. */
  readonly encrypted?: true;
  readonly apply: Tampering;
}

/** The advised HTTP status of each reason; that of invalidState is the one of FAILED_PRECONDITION. */
const ADVISED_STATUS: Record<ErrorReason, number> = {
  invalidApiVersion: 400,
  invalidPayloadSignature: 401,
  invalidPayloadEncryption: 400,
  invalidIdentifier: 404,
  invalidFieldValue: 400,
  missingRequiredField: 400,
  invalidDecryptedRequest: 400,
  permissionDenied: 403,
  forbidden: 403,
  invalidState: 400,
};

export function refusedWith(reason: ErrorReason): Expected {
  return { status: ADVISED_STATUS[reason], reason };
}
