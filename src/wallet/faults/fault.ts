import type { ErrorReason, OperationName } from '../../issuer/contract/index.ts';
import type { Stage } from '../device/device-state.ts';
import type { Facts, Tampering } from '../device/tampering.ts';

/**
 * The stage of an honest device. `rejected`: its proofing was rejected. `deleted`: its credential was
 * deleted.
 */
export type FaultStage = Stage | 'rejected' | 'deleted';

/** The configuration that an issuer needs to detect the fault. */
export type FaultNeed = 'revocationList' | 'applicationSigners' | 'encryptionRequired';

export interface Expected {
  readonly status: number;
  readonly reason: ErrorReason;
}

/** One attack of a hostile device or of a man in the middle, and the answer of a correct issuer. */
export interface Fault {
  readonly name: string;
  /** Description of the fault. */
  readonly what: string;
  /** The operation that must be refused. */
  readonly operation: OperationName;
  /** The stage that the device must have reached. */
  readonly from: FaultStage;
  /** Whether the device must be exactly at this stage. */
  readonly exactly?: true;
  readonly expected: Expected;
  /** Absent if every issuer must detect the fault. */
  readonly needs?: FaultNeed;
  /** Whether the fault is possible only with encrypted values. */
  readonly encrypted?: true;
  readonly apply: Tampering;
}

/** The recommended HTTP status of each reason. invalidState has the status of FAILED_PRECONDITION. */
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

export type Body = Readonly<Record<string, unknown>>;

/** A change of the body of any operation. */
export type BodyChange = (body: Body) => unknown;

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes a member from the body; a dotted path names a nested member. */
export function without(path: string): BodyChange {
  return (body) => {
    const [name, ...below] = path.split('.');
    const { [name!]: member, ...rest } = body;
    if (below.length === 0 || !isBody(member)) return rest;
    return { ...body, [name!]: without(below.join('.'))(member) };
  };
}

/** Replaces a member of the body; a dotted path names a nested member. */
export function withValue(path: string, value: unknown): BodyChange {
  return (body) => {
    const [name, ...below] = path.split('.');
    const member = body[name!];
    if (below.length === 0 || !isBody(member)) return { ...body, [name!]: value };
    return { ...body, [name!]: withValue(below.join('.'), value)(member) };
  };
}

/** A `Tampering.request` that changes the bodies of one operation only. */
export function onlyFor(
  operation: OperationName,
  change: (body: Body, facts: Facts) => unknown,
): NonNullable<Tampering['request']> {
  return (body, facts, sentTo) => (sentTo === operation && isBody(body) ? change(body, facts) : body);
}
