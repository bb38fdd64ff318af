import { expect } from 'vitest';
import { ApiError } from '../../src/client/errors.ts';
import { IssuerRefusal } from '../../src/wallet/index.ts';
import { ADVISED_STATUS, type Reason } from './answer-check.ts';
import type { Answer } from './world.ts';

/** Expects an ErrorResponse with only this reason and its recommended status; returns its description. */
export function expectRefusal(
  { status, body }: Answer,
  reason: Reason,
  advised: number = ADVISED_STATUS[reason],
): string {
  const reasons = Object.keys(ADVISED_STATUS).filter((member) => member in body);
  expect({ status, reasons, description: body.errorDescription }).toEqual({
    status: advised,
    reasons: [reason],
    description: expect.any(String),
  });
  return body.errorDescription as string;
}

/** Expects that a device's request is refused; returns the refusal. */
export async function refusalOf(work: Promise<unknown>, reason: Reason): Promise<IssuerRefusal> {
  const outcome = await work.then(
    () => 'no refusal',
    (error: unknown) => error,
  );
  if (!(outcome instanceof IssuerRefusal))
    throw outcome instanceof Error ? outcome : new Error(String(outcome));
  expect({ reason: outcome.reason, status: outcome.status }, outcome.message).toEqual({
    reason,
    status: ADVISED_STATUS[reason],
  });
  return outcome;
}

export interface Status {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details: readonly {
    readonly reason?: string;
    readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
  }[];
}

/** Expects that the admin interface refuses; returns the google.rpc.Status. */
export async function adminRefusal(work: Promise<unknown>, status: string, reason?: string): Promise<Status> {
  const outcome = await work.then(
    () => new Error('it was not refused'),
    (error: Error) => error,
  );
  if (!(outcome instanceof ApiError)) throw outcome;
  const { error } = outcome.body as { error: Status };
  expect(error.status, error.message).toBe(status);
  if (reason) expect(error.details[0]?.reason).toBe(reason);
  return error;
}

/** The reason with which the admin interface refused; `none` if it did not. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const answer = await work.then(
    () => undefined,
    (error: { body?: { error?: { details?: { reason?: string }[] } } }) => error,
  );
  return answer?.body?.error?.details?.[0]?.reason ?? 'none';
}

/** Checks the status of a proofing that was rejected automatically: a reason, a fixed text, a unique identifier. */
export function rejectedAutomatically(reason: object) {
  const primaryRejection = {
    ...reason,
    rejectionDescription: expect.stringMatching(/^[a-z -]+$/),
    issuerRejectionIdentifier: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
  };
  return { rejected: { primaryRejection } };
}
