import { SERVICE } from '../../mediation/contract/index.ts';

/** The prefix of all methods; unknown paths below it get the same error format. */
export const PREFIX = `/${SERVICE.version}`;

/** The path of batches. */
export const BATCH_PATH = `/${SERVICE.batchPath}`;

/**
 * Translates `v1beta/accounts/{accountsId}/adUnitMappings:batchCreate` into the notation of the router,
 * relative to the prefix.
 */
export function routePath(flatPath: string): string {
  const below = flatPath.slice(SERVICE.version.length);
  // Ids contain neither slashes nor colons.
  return below.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1(^[^/:]+$)');
}
