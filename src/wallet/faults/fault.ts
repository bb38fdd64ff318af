import type { ErrorReason, OperationName } from '../../issuer/contract/index.ts';
import type { Stage } from '../device/device-state.ts';
import type { Facts, Tampering } from '../device/tampering.ts';

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

export type Body = Readonly<Record<string, unknown>>;

/** A change of a request body, whatever operation it is of. */
export type BodyChange = (body: Body) => unknown;

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body without a member; the member of a member by a dotted path. */
export function without(path: string): BodyChange {
  return (body) => {
    const [name, ...below] = path.split('.');
    const { [name!]: member, ...rest } = body;
    if (below.length === 0 || !isBody(member)) return rest;
    return { ...body, [name!]: without(below.join('.'))(member) };
  };
}

/** The body with a member replaced; the member of a member by a dotted path. */
export function withValue(path: string, value: unknown): BodyChange {
  return (body) => {
    const [name, ...below] = path.split('.');
    const member = body[name!];
    if (below.length === 0 || !isBody(member)) return { ...body, [name!]: value };
    return { ...body, [name!]: withValue(below.join('.'), value)(member) };
  };
}

/** As `Tampering.request`: only the bodies of one operation are changed. */
export function onlyFor(
  operation: OperationName,
  change: (body: Body, facts: Facts) => unknown,
): NonNullable<Tampering['request']> {
  return (body, facts, sentTo) => (sentTo === operation && isBody(body) ? change(body, facts) : body);
}
