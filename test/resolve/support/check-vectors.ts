import {
  parseSnapshot,
  type ResolveRequest,
  resolve,
  slotOf,
  variantOf,
} from '../../../src/resolve/index.ts';

/** The files of test/vectors/resolve. */
export interface ResolveVectors {
  readonly slots: {
    readonly cases: readonly {
      readonly salt: string;
      readonly unit: string;
      readonly slot: number;
      readonly variant: Readonly<Record<string, 'A' | 'B'>>;
    }[];
    readonly distribution: { readonly salt: string };
  };
  readonly resolutions: {
    readonly snapshot: object;
    readonly cases: readonly {
      readonly name: string;
      readonly request: ResolveRequest;
      readonly expected: object;
    }[];
  };
  readonly documents: {
    readonly document: object;
    readonly cases: readonly {
      readonly name: string;
      readonly at: readonly (string | number)[];
      readonly value?: unknown;
      readonly status: string;
    }[];
  };
}

interface Checked {
  readonly cases: number;
  /** Names of the failed cases, with the actual results. */
  readonly failures: readonly string[];
}

/** Uses only JSON to compare, because it also runs outside of Node. */
export function checkVectors({ slots, resolutions, documents }: ResolveVectors): Checked {
  const failures: string[] = [];
  let cases = 0;
  const same = (name: string, actual: unknown, expected: unknown) => {
    cases += 1;
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== should) failures.push(`${name}: ${is}, not ${should}`);
  };

  for (const { salt, unit, slot, variant } of slots.cases) {
    const variants = Object.entries(variant).map(([share]) => [
      share,
      variantOf(slotOf(salt, unit), { percentage: Number(share) }).slice(-1),
    ]);
    same(`slot of ${unit}`, [slotOf(salt, unit), Object.fromEntries(variants)], [slot, variant]);
  }

  const parsed = parseSnapshot(JSON.stringify(resolutions.snapshot));
  if (parsed.status !== 'OK') return { cases, failures: [...failures, JSON.stringify(parsed)] };
  for (const { name, request, expected } of resolutions.cases) {
    const { bidding, waterfall, refreshSeconds, ...rest } = resolve(parsed.snapshot, request);
    const own = { adSourceId: parsed.snapshot.ownNetwork, kind: 'NETWORK', configuration: {} };
    const isAlone = JSON.stringify(waterfall) === JSON.stringify([own]);
    const summary = {
      ...rest,
      ...(isAlone && { ownNetworkAlone: true }),
      bidding: bidding.map(({ id }) => id),
      waterfall: isAlone ? [] : waterfall.map(({ id }) => id),
    };
    same(name, summary, expected);
    same(`${name}: refreshSeconds`, refreshSeconds, parsed.snapshot.refreshSeconds);
  }

  for (const { name, at, status, ...change } of documents.cases) {
    const document = JSON.parse(JSON.stringify(documents.document));
    const parent = at.slice(0, -1).reduce((inside, key) => inside[key], document);
    const last = at.at(-1) as string | number;
    if ('value' in change) parent[last] = change.value;
    else delete parent[last];
    same(name, parseSnapshot(JSON.stringify(document)).status, status);
  }
  return { cases, failures };
}
