import { minuteText } from '../../audit/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { codeState } from '../../issuer/proofing/codes.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { codeById, codeView } from './list-codes.ts';

/** Revoking a revoked code changes nothing; a used code cannot be revoked. */
export const revokeCode: AdminOperation<'revokeCode', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
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
      throw new StatusError('CODE_USED', text);
    });
  };
