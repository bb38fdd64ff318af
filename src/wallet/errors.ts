import { CodedError } from '../conventions/errors.ts';
import type { ErrorReason, OperationName } from '../issuer/contract/index.ts';

export type ExchangeErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'tooLarge'
  | 'unexpectedStatus'
  | 'malformedAnswer'
  | 'requestIdMismatch';

/** The issuer did not answer, or its answer violates the contract of the interface. */
export class ExchangeError extends CodedError<ExchangeErrorCode> {}

interface RefusalParts {
  readonly operation: OperationName;
  readonly status: number;
  readonly reason?: ErrorReason;
  readonly errorDescription: string;
  readonly issuerErrorIdentifier: string;
  readonly requestId: string;
}

/** The issuer answered with an ErrorResponse. */
export class IssuerRefusal extends Error {
  override readonly name = 'IssuerRefusal';
  readonly operation: OperationName;
  readonly status: number;
  /** The reason of the refusal; undefined for an internal failure of the issuer. */
  readonly reason: ErrorReason | undefined;
  readonly errorDescription: string;
  readonly issuerErrorIdentifier: string;
  readonly requestId: string;

  constructor(parts: RefusalParts) {
    const { operation, status, reason, errorDescription } = parts;
    super(`${operation} was refused with ${reason ?? 'no reason'} (HTTP ${status}): ${errorDescription}`);
    this.operation = operation;
    this.status = status;
    this.reason = reason;
    this.errorDescription = errorDescription;
    this.issuerErrorIdentifier = parts.issuerErrorIdentifier;
    this.requestId = parts.requestId;
  }
}

export type DeviceStateErrorCode =
  | 'notRegistered'
  | 'noProofing'
  | 'notProvisioned'
  | 'noAuthKey'
  | 'noToken'
  | 'nothingToDisclose';

/** The device cannot do this in its state. The message says which step must come first. */
export class DeviceStateError extends CodedError<DeviceStateErrorCode> {}

export type DistrustErrorCode =
  | 'issuerKey'
  | 'plainAnswer'
  | 'recipientKey'
  | 'undecryptable'
  | 'issuerSignature'
  | 'credential'
  | 'mobileSecurityObject'
  | 'deviceKey'
  | 'expiration'
  | 'metadata'
  | 'token';

/** The issuer sent an answer that a device must refuse. */
export class DistrustError extends CodedError<DistrustErrorCode> {}

export type OfferErrorCode = 'malformed' | 'noGrant' | 'configuration' | 'refused';

/** This phone cannot use the offer of an issuer. */
export class OfferError extends CodedError<OfferErrorCode> {}
