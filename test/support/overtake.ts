import type { DatabaseReader, IssuerDatabase } from '../../src/issuer/ports/database.ts';
import type { World } from './world.ts';

/** Selects a read outside of a write transaction; the second action runs after it. */
export type Moment = (statement: string, count: number) => boolean;

type Statement = (...given: readonly unknown[]) => Promise<unknown>;

function watched(reader: DatabaseReader, after: (statement: string) => Promise<void>): DatabaseReader {
  const statements = Object.entries(reader).map(([name, run]: [string, Statement]) => {
    const andThen: Statement = async (...given) => {
      const rows = await run(...given);
      await after(name);
      return rows;
    };
    return [name, andThen];
  });
  return Object.fromEntries(statements);
}

/**
 * Runs one action, and runs another one completely between two reads of the first. If that moment does not
 * occur, the other action runs afterwards.
 */
export async function overtaken<One, Other>(
  world: World,
  moment: Moment,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  const store: { -readonly [Member in keyof IssuerDatabase]: IssuerDatabase[Member] } =
    world.server.context.store;
  const { read, snapshot } = store;
  let count = 0;
  let overtaking: Promise<Other> | undefined;
  const after = async (statement: string) => {
    if (overtaking) return;
    count += 1;
    if (!moment(statement, count)) return;
    overtaking = other();
    await overtaking.catch(() => {});
  };
  store.read = (use) => read((reader) => use(watched(reader, after)));
  store.snapshot = (use) => snapshot((reader) => use(watched(reader, after)));
  try {
    const result = await one();
    return [result, await (overtaking ?? other())];
  } finally {
    Object.assign(store, { read, snapshot });
  }
}
