import fc from 'fast-check';
import { NASTY, SHAPE_NAMES, SHAPES } from './shapes.ts';

/** One change of a JSON value, at one position in it. */
interface Mutation {
  readonly place: number;
  readonly how: 'replace' | 'remove' | 'repeat' | 'add';
  readonly by: string;
}

type Path = readonly (string | number)[];

/** The largest value in random requests. Other tests send the largest bodies of each method. */
const MOST_BYTES = 200_000;

const replacement: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...SHAPE_NAMES), fc.integer({ min: 0, max: MOST_BYTES }))
      .map(([shape, bytes]) => SHAPES[shape](bytes)),
  },
);

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    place: fc.nat(60),
    how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'add'),
    by: replacement,
  }),
  { maxLength: 3 },
);

function places(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, child]) => places(child, [...path, name]))];
}

const isAt = (path: Path, { at }: { readonly at: Path }) => path.join('\n') === at.join('\n');

type Placed = Mutation & { readonly at: Path };

/** JSON text after the changes. Members may be repeated, which no JavaScript value could express. */
function printed(value: unknown, changes: readonly Placed[], path: Path): string {
  const here = changes.find((change) => isAt(path, change));
  if (here?.how === 'replace') return here.by;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).flatMap(([name, child]) => {
    const at = [...path, name];
    const how = changes.find((change) => isAt(at, change))?.how;
    const text = printed(child, changes, at);
    const entry = Array.isArray(value) ? text : `${JSON.stringify(name)}:${text}`;
    if (how === 'remove') return [];
    return how === 'repeat' ? [entry, entry] : [entry];
  });
  if (here?.how === 'add') entries.push(Array.isArray(value) ? here.by : `"more":${here.by}`);
  return Array.isArray(value) ? `[${entries.join()}]` : `{${entries.join()}}`;
}

export function mutated(value: unknown, changes: readonly Mutation[]): string {
  const all = places(value);
  const placed = changes.map((change) => ({ ...change, at: all[change.place % all.length] ?? [] }));
  return printed(value, placed, []);
}
