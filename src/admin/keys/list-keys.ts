import type { AdminOperation } from '../operation.ts';
import { allKeys, type KeyAdminDeps } from './keys.ts';

export const listKeys: AdminOperation<'listKeys', KeyAdminDeps> = (deps) => () => allKeys(deps);
