import { CREDENTIAL_METHODS } from '../contract/credentials/methods.ts';
import { forEachItem } from '../operation/each-item.ts';
import { issuer, operation } from '../operation/operation.ts';
import { clearAction } from './clear-action.ts';

export const clearActions = operation(CREDENTIAL_METHODS.clearActions, {
  needs: issuer,
  async run(deps, { ids, note }, caller) {
    const wanted = [...new Set(ids)];
    const results = await forEachItem(wanted, async (id) => ({
      credential: await clearAction.run(deps, { id, ...(note !== undefined && { note }) }, caller),
    }));
    return { results: results.map((result, index) => ({ id: wanted[index] as string, ...result })) };
  },
});
