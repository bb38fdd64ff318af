import type { RequestMetadata } from '../contract/index.ts';
import type { Actor } from '../model/index.ts';

export function walletActor({ requestMetadata }: { readonly requestMetadata: RequestMetadata }): Actor {
  return { kind: 'wallet', requestId: requestMetadata.requestId };
}
