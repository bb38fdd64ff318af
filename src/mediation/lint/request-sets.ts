import { mismatch } from '../../resolve/match.ts';
import type { SnapshotGroup } from '../../resolve/snapshot.ts';

/**
 * A set of requests for an ad unit, one bit for each kind of request. Requests are of the same kind if no group
 * can tell them apart.
 */
export type Requests = bigint;

const IDFA = ['AVAILABLE', 'NOT_AVAILABLE', undefined] as const;
const KINDS = IDFA.length;

/** Requests with the IDFA become those without it, in the same countries. */
export const withoutIdfa = (requests: Requests): Requests => requests << 1n;
/** Requests without the IDFA become those with it, in the same countries. */
export const withIdfa = (requests: Requests): Requests => requests >> 1n;

export const includes = (all: Requests, some: Requests): boolean => (all | some) === all;

interface Regions {
  readonly targetedRegionCodes: readonly string[];
  readonly excludedRegionCodes: readonly string[];
}

interface RequestSpace {
  /** The requests that a group matches. */
  requestsOf(group: SnapshotGroup): Requests;
  /** Requests from a country that no group names. */
  readonly elsewhere: Requests;
}

const bits = (place: number): Requests => 0b111n << BigInt(place * KINDS);

/** All kinds of requests that groups with these regions can tell apart. Yields where the caller may pause. */
export function* requestSpace(targetings: readonly Regions[]): Generator<undefined, RequestSpace> {
  const named = new Set<string>();
  for (const { targetedRegionCodes, excludedRegionCodes } of targetings) {
    for (const code of [...targetedRegionCodes, ...excludedRegionCodes]) named.add(code);
    yield;
  }
  // Requests are compared in upper case, so a code in lower case matches none.
  const countries = ['', ' ', ...[...named].filter((code) => code !== '' && code === code.toUpperCase())];
  const places = new Map(countries.map((country, index) => [country, index]));
  const made = new Map<string, Requests>();

  function make(group: SnapshotGroup): Requests {
    const asked = group.regions.length > 0 ? new Set(group.regions) : countries;
    let found = 0n;
    for (const country of asked) {
      const place = places.get(country);
      if (place === undefined) continue;
      for (const [kind, idfa] of IDFA.entries()) {
        const request = { adUnitId: '', country, ...(idfa && { idfa }) };
        if (mismatch(group, request) === undefined) found |= 1n << BigInt(place * KINDS + kind);
      }
    }
    return found;
  }

  return {
    requestsOf(group) {
      const { regions, excludedRegions, idfa } = group;
      const key = `${regions.join()}|${excludedRegions.join()}|${idfa}`;
      const requests = made.get(key) ?? make(group);
      made.set(key, requests);
      return requests;
    },
    elsewhere: bits(1),
  };
}
