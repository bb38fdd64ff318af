import { SERVICE } from '../../mediation/contract/index.ts';

/** The prefix of all methods; unknown paths below it get the same error format. */
export const PREFIX = `/${SERVICE.version}`;

/** The path of batches. */
export const BATCH_PATH = `/${SERVICE.batchPath}`;

/** Translates `v1beta/accounts/{accountsId}/adUnitMappings:batchCreate` to the notation of the router, below the prefix. */
export function routePath(flatPath: string): string {
  const below = flatPath.slice(SERVICE.version.length);
  // No id holds a slash or a colon.
  return below.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1(^[^/:]+$)');
}
