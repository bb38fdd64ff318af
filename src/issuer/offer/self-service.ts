import { countFailure } from '../../conventions/attempt-limit.ts';
import { DAY, MINUTE } from '../../conventions/time.ts';
import type { IssuerDeps } from '../deps.ts';
import { codeState, newCodeId } from '../proofing/pre-authorization-codes.ts';

/** The code reaches the wallet unencrypted, hence the short life. */
const CODE_LIFE = 10 * MINUTE;

interface SelfServiceDeps extends Pick<IssuerDeps, 'store' | 'clock' | 'random' | 'codeDigest'> {
  /** The code that belongs to one sign-in: the same one whenever it is asked for. */
  readonly codeOf: (signInId: string) => string;
  readonly codesPerDay: number;
}

export type SelfServiceCode =
  | { readonly outcome: 'issued'; readonly code: string; readonly documentType: string }
  /** `noDocument`: nobody has this id, or the holder is revoked. `spent`: the code of this sign-in was used or has ended. */
  | { readonly outcome: 'noDocument' | 'spent' | 'tooMany' };

/**
 * The code of a holder who signed in. A sign-in has one code, so a reload issues no other one, and nothing but its
 * digest is stored.
 */
export const codeBySignIn =
  ({ store, clock, random, codeDigest, codeOf, codesPerDay }: SelfServiceDeps) =>
  (holderId: string, signInId: string): Promise<SelfServiceCode> =>
    store.write(async (writer) => {
      const at = clock();
      const holder = await writer.holderSummary(holderId);
      if (holder?.state !== 'active') return { outcome: 'noDocument' };
      const code = codeOf(signInId);
      const issued = { outcome: 'issued', code, documentType: holder.documentType } as const;
      const codeHash = codeDigest(code);
      const known = await writer.code(codeHash);
      if (known) return codeState(known, at) === 'open' ? issued : { outcome: 'spent' };
      // A digest, so that no id of a holder is in a table that is not erased with the holder.
      const subject = `holder ${Buffer.from(codeDigest(`codes of the holder ${holderId}`)).toString('base64url')}`;
      const limit = { most: codesPerDay, window: DAY };
      const count = countFailure(await writer.codeAttempts(subject), subject, limit, at);
      if (count === undefined) return { outcome: 'tooMany' };
      await writer.saveCodeAttempts(count);
      const codeId = newCodeId(random, at);
      await writer.insertCode({ codeId, codeHash, holderId, createdAt: at, expiresAt: at + CODE_LIFE });
      const actor = { kind: 'holderPage' } as const;
      await writer.record({ subject: 'code', subjectId: codeId, event: 'create', to: 'open', actor, at });
      return issued;
    });
