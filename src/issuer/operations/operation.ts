import type { OperationName, RequestMetadata, RequestOf, ResponseOf } from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { Actor } from '../model/index.ts';

/** An operation: takes what it needs, gives the handler of a checked request. */
export type Operation<Name extends OperationName, Needs extends keyof IssuerDeps = never> = (
  deps: Pick<IssuerDeps, Needs>,
) => (request: RequestOf<Name>) => Promise<ResponseOf<Name>>;

export function walletActor({ requestMetadata }: { readonly requestMetadata: RequestMetadata }): Actor {
  return { kind: 'wallet', requestId: requestMetadata.requestId };
}
