/** What the kept entities of one kind weigh together, at most. */
const MOST = 16 * 1024 * 1024;

/** What an entity weighs beside the JSON of its row. */
const OWN_WEIGHT = 2048;

interface Kind<Row extends Version, Version, Entity> {
  readonly make: (row: Row) => Entity;
  /** Names the entity, in all its versions. */
  readonly keyOf: (version: Version) => string;
  /** Two rows of one entity and one version are the same. */
  readonly versionOf: (version: Version) => string | number;
  /** Length of the JSON in a row, in code units. */
  readonly lengthOf: (row: Row) => number;
}

export interface Entities<Row extends Version, Version, Entity> {
  readonly of: (row: Row) => Entity;
  /** The entity of that version, where it is at hand without the row. */
  readonly known: (version: Version) => Entity | undefined;
}

interface Kept<Entity> {
  readonly version: string | number;
  readonly entity: Entity;
  readonly weight: number;
}

/**
 * Makes entities of rows, and gives the same object again where a row is of the version that was seen last. For
 * committed rows alone: what a transaction sees may never come true, and its version be that of another change.
 */
export function recentEntities<Row extends Version, Version, Entity>({
  make,
  keyOf,
  versionOf,
  lengthOf,
}: Kind<Row, Version, Entity>): Entities<Row, Version, Entity> {
  /** Those used last stand at the end. */
  const kept = new Map<string, Kept<Entity>>();
  let weight = 0;

  function drop(key: string): void {
    weight -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  }

  function keep(key: string, one: Kept<Entity>): void {
    drop(key);
    kept.set(key, one);
    weight += one.weight;
    for (const oldest of kept.keys()) {
      if (weight <= MOST) break;
      drop(oldest);
    }
  }

  function known(version: Version): Entity | undefined {
    const key = keyOf(version);
    const last = kept.get(key);
    if (last?.version !== versionOf(version)) return undefined;
    keep(key, last);
    return last.entity;
  }

  return {
    known,
    of(row) {
      const last = known(row);
      if (last !== undefined) return last;
      const entity = make(row);
      keep(keyOf(row), { version: versionOf(row), entity, weight: lengthOf(row) + OWN_WEIGHT });
      return entity;
    },
  };
}
