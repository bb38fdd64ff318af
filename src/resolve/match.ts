import type { Platform, SnapshotGroup } from './snapshot.ts';

/** An app's request. Only these properties are used to choose a group. */
export interface ResolveRequest {
  readonly adUnitId: string;
  readonly platform?: Platform;
  /** CLDR region, in upper or lower case; absent or empty if unknown. */
  readonly country?: string;
  /** Whether the request has the IDFA; absent if unknown. */
  readonly idfa?: 'AVAILABLE' | 'NOT_AVAILABLE';
  /**
   * Random id of the installation, stored on the device. Without it, the request takes part in no experiment.
   */
  readonly unit?: string;
}

export type Mismatch =
  | 'OTHER_PLATFORM'
  | 'COUNTRY_UNKNOWN'
  | 'REGION_NOT_TARGETED'
  | 'REGION_EXCLUDED'
  | 'IDFA_UNKNOWN'
  | 'IDFA_DIFFERS';

/**
 * Why a group does not match a request; undefined if it matches. If a property of the request is unknown, a
 * group that restricts it does not match.
 */
export function mismatch(
  { platform, regions, excludedRegions, idfa = 'ALL' }: SnapshotGroup,
  request: ResolveRequest,
): Mismatch | undefined {
  if (request.platform && request.platform !== platform) return 'OTHER_PLATFORM';
  const country = request.country?.toUpperCase();
  if (regions.length > 0) {
    if (!country) return 'COUNTRY_UNKNOWN';
    if (!regions.includes(country)) return 'REGION_NOT_TARGETED';
  }
  if (country && excludedRegions.includes(country)) return 'REGION_EXCLUDED';
  if (idfa !== 'ALL' && idfa !== request.idfa) return request.idfa ? 'IDFA_DIFFERS' : 'IDFA_UNKNOWN';
  return undefined;
}
