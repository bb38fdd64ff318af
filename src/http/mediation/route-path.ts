import { SERVICE } from '../../mediation/contract/index.ts';

/** Where the methods are; everything below it is answered as they are. */
export const PREFIX = `/${SERVICE.version}`;

/** Where several requests go in one. */
export const BATCH_PATH = `/${SERVICE.batchPath}`;

/** `v1beta/accounts/{accountsId}/adUnitMappings:batchCreate` below the prefix, in the router's notation. */
export function routePath(flatPath: string): string {
  const below = flatPath.slice(SERVICE.version.length);
  // No id holds a slash or a colon.
  return below.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1(^[^/:]+$)');
}
