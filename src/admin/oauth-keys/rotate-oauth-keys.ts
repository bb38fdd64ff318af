import type { AdminOperation } from '../operation.ts';
import { keyView, type Needs } from './list-oauth-keys.ts';

export const rotateOAuthKeys: AdminOperation<'rotateOAuthKeys', Needs> =
  ({ keys }) =>
  async ({ compromised = false }) => {
    await keys.rotate({ compromised });
    return { keys: (await keys.list()).map(keyView) };
  };
