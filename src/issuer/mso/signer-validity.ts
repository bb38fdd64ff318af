import type { DocumentSigner } from '../ports/keys.ts';
import { startOfDay } from './validity.ts';

type Validity = Pick<DocumentSigner, 'notBefore' | 'notAfter'>;

/** Nothing can be signed until the operator acts. */
export class SignerOutsideValidity extends Error {
  override readonly name = 'SignerOutsideValidity';
}

/** Whether an MSO that is signed now, and dated to the start of the day, is inside (ISO 18013-5 9.3.1). */
export function isWithinValidity({ notBefore, notAfter }: Validity, now: number): boolean {
  return startOfDay(now) >= notBefore && now <= notAfter;
}

/** @throws SignerOutsideValidity */
export function requireWithinValidity(signer: Validity, now: number): void {
  if (isWithinValidity(signer, now)) return;
  throw new SignerOutsideValidity(
    'the document signer certificate is not valid now; rotate the document signer',
  );
}
