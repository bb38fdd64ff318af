import type { ConfigurationDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

export const getSettings: AdminOperation<'getSettings', Pick<ConfigurationDeps, 'settings'>> =
  ({ settings }) =>
  async () =>
    settings();
