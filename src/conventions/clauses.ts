/**
 * `must`: the specification says it. `should`: it advises it, or a security rule of a cited standard needs it.
 * `may`: a ruling of ours on a point that it leaves open; another server may decide otherwise.
 */
export type Level = 'must' | 'should' | 'may';

/** A sentence of a specification that a server can be tested against. */
export interface Clause {
  readonly section: string;
  readonly text: string;
  readonly level: Level;
  /** The reason of the error that the sentence names. Without it, another reason than the expected one is a warning. */
  readonly reason?: string;
}

export type ClauseRow = readonly [id: string, section: string, level: Level, text: string, reason?: string];

/** Clauses by id. */
export function clausesOf(rows: readonly ClauseRow[]): Readonly<Record<string, Clause>> {
  return Object.fromEntries(
    rows.map(([id, section, level, text, reason]) => [
      id,
      { section, level, text, ...(reason !== undefined && { reason }) },
    ]),
  );
}
