import type { Platform, SnapshotGroup } from './snapshot.ts';

/** What an app asks for. Whatever else is known of a request, no group is chosen by it. */
export interface ResolveRequest {
  readonly adUnitId: string;
  readonly platform?: Platform;
  /** CLDR region, in upper or lower case; absent or empty: not known. */
  readonly country?: string;
  /** Whether the request carries the IDFA; absent: not known. */
  readonly idfa?: 'AVAILABLE' | 'NOT_AVAILABLE';
  /** Random id of the installation, kept on the device. Without it there is no experiment. */
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
 * The reason why a group does not match a request; undefined if it matches. An unknown property matches no restriction
 * to it.
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
