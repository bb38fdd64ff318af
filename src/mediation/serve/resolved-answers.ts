import { omit } from '../../conventions/omit.ts';
import type { ResolveRequest, Snapshot, SnapshotGroup } from '../../resolve/index.ts';
import { type Choice, choose, resolutionOf } from '../../resolve/resolve.ts';

/** The JSON with which a resolve request is answered: a text with a character for each byte. */
export type ResolvedAnswers = (request: ResolveRequest) => string;

interface Printed {
  /** The countries in which lines have prices of their own. */
  readonly countries: ReadonlySet<string>;
  /** The answers without the group and the experiment, by variant and country. */
  readonly rest: Map<string, string>;
}

const NO_GROUP = {};

function countriesOf(group: SnapshotGroup | undefined): ReadonlySet<string> {
  const { A = [], B = [] } = group?.lines ?? {};
  return new Set([...A, ...B].flatMap(({ countryCpmMicros = {} }) => Object.keys(countryCpmMicros)));
}

/** Sorts and prints the lines of each group, variant and country once. There are no more of them than in the snapshot. */
export function resolvedAnswers(snapshot: Snapshot, sha256: string): ResolvedAnswers {
  const printed = new Map<object, Printed>();

  function printedOf(group: SnapshotGroup | undefined): Printed {
    let found = printed.get(group ?? NO_GROUP);
    if (!found) {
      found = { countries: countriesOf(group), rest: new Map() };
      printed.set(group ?? NO_GROUP, found);
    }
    return found;
  }

  function restOf(choice: Choice, country: string): string {
    const rest = omit(resolutionOf(snapshot, choice, country), 'mediationGroupId', 'experiment');
    return Buffer.from(JSON.stringify({ ...rest, snapshot: sha256 })).toString('latin1');
  }

  return (request) => {
    const choice = choose(snapshot, request);
    const { group, experiment } = choice;
    const { countries, rest } = printedOf(group);
    const sent = countries.size === 0 ? '' : (request.country?.toUpperCase() ?? '');
    const country = countries.has(sent) ? sent : '';
    const key = `${experiment?.variant ?? ''} ${country}`;
    let known = rest.get(key);
    if (known === undefined) {
      known = restOf(choice, country);
      rest.set(key, known);
    }
    if (!group) return known;
    const head = JSON.stringify({ mediationGroupId: group.id, ...(experiment && { experiment }) });
    return `${head.slice(0, -1)},${known.slice(1)}`;
  };
}
