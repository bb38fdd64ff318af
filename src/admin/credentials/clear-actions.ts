import type { IssuerAdminDeps } from '../deps.ts';
import { forEachItem } from '../each-result.ts';
import type { AdminOperation } from '../operation.ts';
import { clearAction } from './clear-action.ts';

export const clearActions: AdminOperation<'clearActions', Pick<IssuerAdminDeps, 'store' | 'clock'>> = (
  deps,
) => {
  const clear = clearAction(deps);
  return async ({ ids, note }, caller) => {
    const wanted = [...new Set(ids)];
    const results = await forEachItem(wanted, async (id) => ({
      credential: await clear({ id, ...(note !== undefined && { note }) }, caller),
    }));
    return { results: results.map((result, index) => ({ id: wanted[index] as string, ...result })) };
  };
};
