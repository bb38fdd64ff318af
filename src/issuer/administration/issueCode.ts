import { StatusError } from '../../conventions/status.ts';
import { newCode, newCodeId } from '../proofing/code.ts';
import { holderOf } from './found.ts';
import type { AdminOperation } from './operation.ts';
import { isoTime } from './views.ts';

/** The code is shown once; what is kept is a keyed digest of it, its holder and its expiry. */
export const issueCode: AdminOperation<
  'issueCode',
  'store' | 'records' | 'policy' | 'clock' | 'random' | 'codeDigest'
> =
  ({ store, records, policy, clock, random, codeDigest }) =>
  async ({ holderId, ttlSeconds }, actor) => {
    if (records) {
      const text = 'codes are issued by the system of record, which knows them; it is asked about each';
      throw new StatusError('FAILED_PRECONDITION', 'CODES_ISSUED_ELSEWHERE', text);
    }
    const at = clock();
    const expiresAt = at + (ttlSeconds === undefined ? policy.codeTtl : ttlSeconds * 1000);
    const code = newCode(random);
    const codeId = newCodeId(random, at);
    await store.write(async (writer) => {
      const holder = await holderOf(writer, holderId);
      if (holder.state === 'revoked') {
        throw new StatusError('FAILED_PRECONDITION', 'HOLDER_REVOKED', 'a revoked holder gets no codes');
      }
      await writer.insertCode({ codeId, codeHash: codeDigest(code), holderId, createdAt: at, expiresAt });
      await writer.record({ subject: 'code', subjectId: codeId, event: 'create', to: 'open', actor, at });
    });
    const link = policy.codeLink?.replace('{code}', encodeURIComponent(code));
    return {
      id: codeId,
      code,
      ...(link === undefined ? {} : { link }),
      holderId,
      expireTime: isoTime(expiresAt),
    };
  };
