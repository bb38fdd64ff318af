import { StatusError } from '../../conventions/status.ts';
import { codeHash, newCode } from '../proofing/code.ts';
import { holderOf } from './found.ts';
import type { AdminOperation } from './operation.ts';
import { isoTime } from './views.ts';

/** The code is shown once; what is kept is its hash, its holder and its expiry. */
export const issueCode: AdminOperation<'issueCode', 'store' | 'policy' | 'clock' | 'random'> =
  ({ store, policy, clock, random }) =>
  async ({ holderId, ttlSeconds }) => {
    const createdAt = clock();
    const expiresAt = createdAt + (ttlSeconds === undefined ? policy.codeTtl : ttlSeconds * 1000);
    const code = newCode(random);
    await store.write(async (writer) => {
      const holder = await holderOf(writer, holderId);
      if (holder.state === 'revoked') {
        throw new StatusError('FAILED_PRECONDITION', 'HOLDER_REVOKED', 'a revoked holder gets no codes');
      }
      await writer.insertCode({ codeHash: codeHash(code), holderId, createdAt, expiresAt });
    });
    return { code, holderId, expireTime: isoTime(expiresAt) };
  };
