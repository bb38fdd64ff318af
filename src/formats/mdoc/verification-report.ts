import type { KeyObject } from 'node:crypto';
import { CborError } from '../cbor/index.ts';
import { CoseError } from '../cose/index.ts';
import { DerError } from '../der/index.ts';
import { EcError } from '../ec/index.ts';
import { MdocError } from '../errors.ts';
import { type Certificate, CertificateError } from '../x509/index.ts';
import type { IssuerAuth } from './issuer-auth.ts';
import type { IssuerSigned } from './issuer-signed.ts';

/** Result of a check. Reasons name members and elements, never their values. */
export type CheckOutcome =
  | { readonly status: 'passed' }
  | { readonly status: 'failed' | 'skipped'; readonly reason: string };

export type Check<Name extends string> = CheckOutcome & { readonly name: Name };

export interface VerificationReport<Name extends string> {
  /** True if no check failed; a skipped check is not a failure. */
  readonly valid: boolean;
  /** The checks in the order of the table, each name once. */
  readonly checks: readonly Check<Name>[];
}

export const passed: CheckOutcome = { status: 'passed' };
export const failed = (reason: string): CheckOutcome => ({ status: 'failed', reason });
export const skipped = (reason: string): CheckOutcome => ({ status: 'skipped', reason });

/** The outcome of a check: failed with the reason if `failure` is true, otherwise passed. */
export const failedIf = (failure: boolean, reason: string): CheckOutcome =>
  failure ? failed(reason) : passed;

export const failedFor = (reasons: readonly string[]): CheckOutcome =>
  reasons.length > 0 ? failed(reasons.join('; ')) : passed;

/** Checks by name, all of the same subject. */
export type CheckTable<Name extends string, Subject> = Readonly<
  Record<Name, (subject: Subject) => CheckOutcome>
>;

export function runChecks<Name extends string, Subject>(
  table: CheckTable<Name, Subject>,
  subject: Subject,
): VerificationReport<Name> {
  const checks = (Object.keys(table) as Name[]).map((name) => ({ name, ...outcome(table[name], subject) }));
  return { valid: checks.every(({ status }) => status !== 'failed'), checks };
}

const REFUSALS = [CborError, CertificateError, CoseError, DerError, EcError, MdocError];

/** Parts that only one check reads are decoded in this check, which fails if they are malformed. */
function outcome<Subject>(check: (subject: Subject) => CheckOutcome, subject: Subject): CheckOutcome {
  try {
    return check(subject);
  } catch (error) {
    const refusal = REFUSALS.find((kind) => error instanceof kind);
    if (refusal === undefined) throw error;
    return failed((error as InstanceType<typeof refusal>).message);
  }
}

export interface IssuerSignedOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Type of the document that contains it. */
  readonly docType?: string;
  /** DER of trusted IACA roots. Without any, the trust in the document signer is not checked. */
  readonly trustedRoots?: readonly Uint8Array[];
}

/** Input of the checks of an IssuerSigned. */
export interface IssuerSubject {
  readonly issuerSigned: IssuerSigned;
  readonly issuerAuth: IssuerAuth;
  readonly options: IssuerSignedOptions;
  /** First certificate of the x5chain; undefined if it is malformed. */
  readonly signer: Certificate | undefined;
  readonly signerKey: KeyObject | undefined;
}
