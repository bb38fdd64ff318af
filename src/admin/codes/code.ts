import { isoTime } from '../../conventions/json-schema.ts';
import type { PreAuthorizationCode } from '../../issuer/model/index.ts';
import type { IssuerReader } from '../../issuer/ports/store.ts';
import { codeState } from '../../issuer/proofing/codes.ts';
import { found } from '../found.ts';
import type { CodeView } from './contract.ts';

export async function codeById(reader: IssuerReader, id: string): Promise<PreAuthorizationCode> {
  return found(await reader.codeById(id), 'code');
}

export function codeView(code: PreAuthorizationCode, now: number): CodeView {
  const { codeId, holderId, usedBy, revokedAt } = code;
  return {
    id: codeId,
    holderId,
    state: codeState(code, now),
    ...(usedBy === undefined ? {} : { proofingId: usedBy }),
    createTime: isoTime(code.createdAt),
    expireTime: isoTime(code.expiresAt),
    ...(revokedAt === undefined ? {} : { revokeTime: isoTime(revokedAt) }),
  };
}
