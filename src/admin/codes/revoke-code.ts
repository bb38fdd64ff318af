import { minuteText } from '../../audit/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { codeState } from '../../issuer/proofing/pre-authorization-codes.ts';
import { CODE_METHODS } from '../contract/codes/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { codeById, codeView } from './list-codes.ts';

/** Revoking a revoked code changes nothing; a used code cannot be revoked. */
export const revokeCode = operation(CODE_METHODS.revokeCode, {
  needs: issuer,
  async run({ store, clock }, { id, note }, actor) {
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
  },
});
