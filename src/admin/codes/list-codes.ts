import { isoTime } from '../../conventions/json-schema.ts';
import { sortOf } from '../../conventions/order-by.ts';
import { channelOfDevice } from '../../issuer/credential/channels.ts';
import type { PreAuthorizationCode } from '../../issuer/model/index.ts';
import type { ListedCode, Page } from '../../issuer/ports/lists.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { codeState } from '../../issuer/proofing/pre-authorization-codes.ts';
import { CODE_METHODS, CODE_SORTS, type CodeView } from '../contract/codes/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { requireEntity } from '../operation/require-entity.ts';

export async function codeById(reader: OperatorReader, id: string): Promise<PreAuthorizationCode> {
  return requireEntity(await reader.codeById(id), 'code');
}

export function codeView(code: ListedCode, now: number): CodeView {
  const { codeId, holderId, usedBy, revokedAt, deviceReferenceId } = code;
  return {
    id: codeId,
    holderId,
    state: codeState(code, now),
    ...(usedBy === undefined ? {} : { proofingId: usedBy }),
    ...(deviceReferenceId !== undefined && { channel: channelOfDevice(deviceReferenceId) }),
    createTime: isoTime(code.createdAt),
    expireTime: isoTime(code.expiresAt),
    ...(revokedAt === undefined ? {} : { revokeTime: isoTime(revokedAt) }),
  };
}

export const listCodes = operation(CODE_METHODS.listCodes, {
  needs: issuer,
  async run({ store, clock }, { holderId, orderBy, ...request }) {
    const read = (page: Page) => store.read((reader) => reader.listCodes(page, holderId));
    const { idPrefix } = request;
    const [args, sort] = [{ list: 'codes', holderId, idPrefix, orderBy }, sortOf(orderBy, CODE_SORTS)];
    const { rows, next } = await listPage(request, args, read, (row) => row.codeId, sort);
    return { codes: rows.map((row) => codeView(row, clock())), ...next };
  },
});
