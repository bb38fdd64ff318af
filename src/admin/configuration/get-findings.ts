import type { ConfigurationDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

export const getFindings: AdminOperation<'getFindings', Pick<ConfigurationDeps, 'findings'>> =
  ({ findings }) =>
  () =>
    findings();
