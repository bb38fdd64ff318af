import { type ResolveRequest, resolve, type Snapshot } from '../../resolve/index.ts';

/** The JSON with which a resolve request is answered. */
export type ResolvedAnswers = (request: ResolveRequest) => string;

/** Prints the lines of each group and variant once. There are no more of them than the snapshot has. */
export function resolvedAnswers(snapshot: Snapshot, sha256: string): ResolvedAnswers {
  const printed = new Map<string, string>();
  return (request) => {
    const { bidding, waterfall, ...rest } = resolve(snapshot, request);
    const { mediationGroupId, experiment } = rest;
    const key =
      mediationGroupId === undefined
        ? ''
        : `${request.adUnitId} ${mediationGroupId} ${experiment?.variant ?? ''}`;
    const lines = printed.get(key) ?? JSON.stringify({ bidding, waterfall });
    printed.set(key, lines);
    return `${JSON.stringify({ ...rest, snapshot: sha256 }).slice(0, -1)},${lines.slice(1)}`;
  };
}
