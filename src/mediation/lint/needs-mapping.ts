import { canServe } from '../enum-values.ts';
import type { AdSource } from '../ports/catalogue.ts';
import type { Targeting } from '../ports/entities.ts';

/** Whether lines of a source need a mapping for each ad unit, as the snapshots decide it. */
export function needsMapping(
  { kind, adapters }: AdSource,
  { platform, format }: Pick<Targeting, 'platform' | 'format'>,
): boolean {
  if (kind === 'NETWORK' || adapters.length === 0) return false;
  return !adapters.some(
    (adapter) =>
      adapter.configMetadata.length === 0 &&
      adapter.platform === platform &&
      canServe(adapter.formats, format),
  );
}
