/** The names in one selected path. */
export type Path = readonly string[];

/** A schema of a discovery document. */
export interface DiscoverySchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, DiscoverySchema>>;
  readonly additionalProperties?: DiscoverySchema;
  readonly items?: DiscoverySchema;
}

export type Schemas = Readonly<Record<string, DiscoverySchema>>;

/** Resolves references and lists: paths name the elements of a list like the list. */
function plain(schemas: Schemas, schema: DiscoverySchema): DiscoverySchema {
  const { $ref, items } = schema;
  if ($ref !== undefined) return plain(schemas, schemas[$ref] as DiscoverySchema);
  return items ? plain(schemas, items) : schema;
}

const childrenOf = ({ properties = {}, additionalProperties }: DiscoverySchema) =>
  additionalProperties ? [additionalProperties] : Object.values(properties);

function childOf({ properties = {}, additionalProperties }: DiscoverySchema, name: string) {
  return Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

/** Whether a schema has the path. A star stands for any child. */
export function isKnown(schemas: Schemas, schema: DiscoverySchema, [first, ...rest]: Path): boolean {
  if (first === undefined) return true;
  const at = plain(schemas, schema);
  const next = first === '*' ? childrenOf(at) : [childOf(at, first)].filter((one) => one !== undefined);
  return next.some((child) => isKnown(schemas, child, rest));
}

/** A path in the schema that is chosen by the numbers, sometimes with an unknown name. */
export function pathBy(
  schemas: Schemas,
  schema: DiscoverySchema,
  [pick, ...rest]: readonly number[],
  keys: readonly string[],
): Path {
  if (pick === undefined) return [];
  const at = plain(schemas, schema);
  const names = at.additionalProperties ? keys : Object.keys(at.properties ?? {});
  if (names.length === 0 || pick % 41 === 0) return pick % 3 === 0 ? ['nope'] : [];
  const name = pick % 7 === 0 ? '*' : (names[pick % names.length] as string);
  const next = name === '*' ? childrenOf(at)[pick % childrenOf(at).length] : childOf(at, name);
  return [name, ...pathBy(schemas, next as DiscoverySchema, rest, keys)];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasMembers = (value: unknown) => (Array.isArray(value) ? value.some(isObject) : isObject(value));

/** The part of a value that the paths select. */
export function selected(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => selected(item, paths));
  const left: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value as object)) {
    const below = paths.filter(([first]) => first === name || first === '*').map(([, ...rest]) => rest);
    if (below.length === 0) continue;
    if (below.some((path) => path.length === 0)) left[name] = child;
    else if (hasMembers(child)) left[name] = selected(child, below);
  }
  return left;
}

/** The paths as a mask. `gathered`: paths with the same first name share one group. */
export function maskOf(paths: readonly Path[], style: 'slashes' | 'dots' | 'groups' | 'gathered'): string {
  if (style === 'slashes') return paths.map((path) => path.join('/')).join();
  if (style === 'dots') return paths.map((path) => path.join('.')).join(', ');
  if (style === 'groups')
    return paths.map((path) => `${path.join('(')}${')'.repeat(path.length - 1)}`).join();
  const byFirst = Map.groupBy(paths, ([first]) => first as string);
  const sets = [...byFirst].map(([first, below]) => {
    const rests = below.map(([, ...rest]) => rest);
    // A path that ends here selects the whole value, so it must not be inside a group.
    return rests.some((rest) => rest.length === 0)
      ? [first, ...rests.filter((rest) => rest.length > 0).map((rest) => `${first}/${rest.join('/')}`)].join()
      : `${first}(${maskOf(rests, 'gathered')})`;
  });
  return sets.join();
}
