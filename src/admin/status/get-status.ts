import type { ConfigurationDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

export const getStatus: AdminOperation<'getStatus', Pick<ConfigurationDeps, 'status'>> =
  ({ status }) =>
  () =>
    status();
