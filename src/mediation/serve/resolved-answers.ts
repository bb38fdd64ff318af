import type { ResolveRequest, Snapshot, SnapshotGroup } from '../../resolve/index.ts';
import { choose, resolutionOf } from '../../resolve/resolve.ts';

/** The JSON with which a resolve request is answered: a text with a character for each byte. */
export type ResolvedAnswers = (request: ResolveRequest) => string;

interface Printed {
  /** The answer without an experiment. */
  whole?: string;
  /** The rest of the answer of each variant, after the experiment. */
  readonly rest: Map<string, string>;
}

const bytesOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('latin1');

/** Sorts and prints the lines of each group and variant once. There are no more of them than the snapshot has. */
export function resolvedAnswers(snapshot: Snapshot, sha256: string): ResolvedAnswers {
  const printed = new Map<SnapshotGroup | undefined, Printed>();
  return (request) => {
    const { group, experiment } = choose(snapshot, request);
    const known: Printed = printed.get(group) ?? { rest: new Map() };
    printed.set(group, known);
    if (!experiment) {
      known.whole ??= bytesOf({ ...resolutionOf(snapshot, { group }), snapshot: sha256 });
      return known.whole;
    }
    let rest = known.rest.get(experiment.variant);
    if (rest === undefined) {
      const {
        mediationGroupId: _,
        experiment: __,
        ...others
      } = resolutionOf(snapshot, { group, experiment });
      rest = bytesOf({ ...others, snapshot: sha256 }).slice(1);
      known.rest.set(experiment.variant, rest);
    }
    return `${JSON.stringify({ mediationGroupId: group?.id, experiment }).slice(0, -1)},${rest}`;
  };
}
