import type { MethodName, ResponseOf } from '../contract/index.ts';
import type { MediationDeps } from '../deps.ts';
import type { Request } from '../request.ts';

/** A method: takes what it needs, gives the handler of a request of the right shape. */
export type Operation<Name extends MethodName, Needs extends keyof MediationDeps = never> = (
  deps: Pick<MediationDeps, Needs>,
) => (request: Request<Name>) => Promise<ResponseOf<Name>>;
