import type { VciFault, VciRefusal } from '../../wallet/index.ts';
import { Deviation, holds } from '../deviation.ts';
import { errorIn } from '../run/verdict.ts';

interface Wanted extends Pick<VciFault, 'expected'> {
  /** Whether the clause names the error. Otherwise another error is only noted. */
  readonly strict: boolean;
  readonly note: (text: string) => void;
}

const LAST_REFUSAL = 500;

/** The request was refused with this error. */
export function isRefused(refusal: VciRefusal | undefined, { expected, strict, note }: Wanted): void {
  if (refusal === undefined) throw new Deviation('the request was accepted');
  const { status, error } = refusal;
  holds(status < LAST_REFUSAL, `the issuer failed with HTTP ${status}`);
  if (error !== expected.error) {
    const text = `refused with ${errorIn(refusal)} (HTTP ${status}), not with ${expected.error}`;
    if (strict) throw new Deviation(text);
    note(text);
    return;
  }
  if (status !== expected.status) note(`${error} came with HTTP ${status}; ${expected.status} is advised`);
}
