import type { OperationName, RequestOf, ResponseOf } from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';

/** An operation: takes what it needs, gives the handler of a checked request. */
export type Operation<Name extends OperationName, Needs extends keyof IssuerDeps = never> = (
  deps: Pick<IssuerDeps, Needs>,
) => (request: RequestOf<Name>) => Promise<ResponseOf<Name>>;
