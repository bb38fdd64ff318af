import { minuteText } from '../../audit/index.ts';
import { sortOf } from '../../conventions/order-by.ts';
import { StatusError } from '../../conventions/status.ts';
import type { PreAuthorizationCode } from '../../issuer/model/index.ts';
import type { Page } from '../../issuer/ports/store.ts';
import { codeState } from '../../issuer/proofing/codes.ts';
import { codeById } from '../found.ts';
import { CODE_SORTS, type CodeView } from '../issuer-contract.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { isoTime } from '../views.ts';

function codeView(code: PreAuthorizationCode, now: number): CodeView {
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

export const listCodes: AdminOperation<'listCodes', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ holderId, orderBy, ...request }) => {
    const read = (page: Page) => store.read((reader) => reader.listCodes(page, holderId));
    const [args, sort] = [{ list: 'codes', holderId, orderBy }, sortOf(orderBy, CODE_SORTS)];
    const { rows, next } = await listPage(request, args, read, (row) => row.codeId, sort);
    return { codes: rows.map((row) => codeView(row, clock())), ...next };
  };

/** Nothing happens to a code that is revoked already; one that was used cannot be taken back. */
export const revokeCode: AdminOperation<'revokeCode', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ id, note }, actor) => {
    const at = clock();
    return store.write(async (writer) => {
      const code = await codeById(writer, id);
      if (await writer.revokeCode(id, at)) {
        const change = { subject: 'code', subjectId: id, event: 'revoke', to: 'revoked' } as const;
        const said = note === undefined ? {} : { note };
        await writer.record({ ...change, from: codeState(code, at), ...said, actor, at });
        return codeView({ ...code, revokedAt: at }, at);
      }
      if (code.usedBy === undefined) return codeView(code, at);
      const used = await writer.proofing(code.usedBy);
      const when = used ? ` on ${minuteText(used.createdAt)}` : '';
      const text = `the code was already used${when} by the proofing ${code.usedBy}; decide that, or revoke the credential`;
      throw new StatusError('FAILED_PRECONDITION', 'CODE_USED', text);
    });
  };
