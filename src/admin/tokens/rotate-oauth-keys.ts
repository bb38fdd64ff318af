import { OAUTH_KEY_METHODS } from '../contract/tokens/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { keyView } from './list-oauth-keys.ts';

/** The keys are files and not part of the transaction, so the entry is written after they have changed. */
export const rotateOAuthKeys = operation(OAUTH_KEY_METHODS.rotateOAuthKeys, {
  needs: accounts,
  prepare: async (_, request) => request,
  async run({ keys, store, clock }, { compromised = false }, actor) {
    await keys.rotate({ compromised });
    const rotated = await keys.list();
    const subjectId = rotated.find(({ stage }) => stage === 'active')?.keyId ?? '';
    const line = { subject: 'tokenKey', subjectId, event: 'rotate', to: 'active' } as const;
    const why = compromised ? { reason: 'compromised' } : {};
    await store.write((writer) => writer.record({ ...line, ...why, actor, at: clock() }));
    return { keys: rotated.map(keyView) };
  },
});
