import { Compile } from 'typebox/compile';
import type { ErrorReason } from '../../issuer/contract/index.ts';
import { ERROR_REASONS, ErrorResponse } from '../../issuer/contract/index.ts';
import { IssuerRefusal, refusedWith } from '../../wallet/index.ts';
import { Deviation, holds } from '../deviation.ts';
import type { Raw } from './target.ts';

const shape = Compile(ErrorResponse);

interface Wanted {
  readonly reason: ErrorReason;
  /** Whether the clause names the reason. Otherwise another reason is only noted. */
  readonly strict: boolean;
  readonly note: (text: string) => void;
}

interface Got {
  readonly status: number;
  readonly reason: ErrorReason | undefined;
}

/** Compares a refusal with the advised one. */
function compare(got: Got, { reason, strict, note }: Wanted): void {
  const { status } = refusedWith(reason);
  if (got.reason !== reason) {
    const text = `refused with ${got.reason ?? 'no reason'} (HTTP ${got.status}), not with ${reason}`;
    if (strict) throw new Deviation(text);
    note(text);
    return;
  }
  if (got.status !== status) note(`${reason} came with HTTP ${got.status}; ${status} is advised`);
}

export const reasonsIn = (body: object): readonly ErrorReason[] =>
  (Object.keys(ERROR_REASONS) as ErrorReason[]).filter((name) => name in body);

/** The answer is a complete ErrorResponse with exactly this reason. */
export function isRefusal(raw: Raw, wanted: Wanted): void {
  const { status, body } = raw;
  holds(status >= 400, `the request was accepted with HTTP ${status}`);
  holds(status < 500, `the issuer failed with HTTP ${status}`);
  holds(shape.Check(body), `HTTP ${status} without an ErrorResponse`);
  const reasons = reasonsIn(body as object);
  holds(reasons.length === 1, `the ErrorResponse has ${reasons.length} reasons`);
  compare({ status, reason: reasons[0] }, wanted);
}

/** The step is refused with this reason. */
export async function refuses(step: Promise<unknown>, wanted: Wanted): Promise<void> {
  const refusal = await step.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof IssuerRefusal) return error;
      throw error;
    },
  );
  if (!refusal) throw new Deviation('the request was accepted');
  holds(refusal.status < 500, `the issuer failed with HTTP ${refusal.status}`);
  compare(refusal, wanted);
}

/** The names of the members that are set. */
export const membersOf = (status: object): readonly string[] => Object.keys(status);
