import type { AdminOperation } from '../operation.ts';
import { type SealsDeps, seals } from './seals.ts';

export const getSeals: AdminOperation<'getSeals', SealsDeps> = (deps) => () => seals(deps);
