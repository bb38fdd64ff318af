import type { QueryConfig } from 'pg';

/** Maximum number of prepared statements per connection, far more than are in frequent use. */
const MAX_NAMED = 512;

/**
 * PostgreSQL does not accept U+0000 in text. Stored text never contains it, so a search for it must find
 * nothing; neither does a search for this noncharacter (Unicode 23.7).
 */
const bound = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uffff') : value;

/** Names statements, so that the server plans each only once per connection. */
export interface Statements {
  query(text: string, values: readonly unknown[]): QueryConfig;
  /** After a change of tables, prepares statements again under new names. */
  renew(): void;
}

/** The server plans each statement every time it runs; poolers without prepared statements need this. */
const unnamed: Statements = {
  query: (text, values) => ({ text, values: values.map(bound) }),
  renew() {},
};

export function statements(prepare: boolean): Statements {
  if (!prepare) return unnamed;
  const names = new Map<string, string>();
  let generation = 0;
  return {
    query(text, values) {
      let name = names.get(text);
      if (name === undefined && names.size < MAX_NAMED) {
        name = `diptych_${generation}_${names.size}`;
        names.set(text, name);
      }
      return { text, values: values.map(bound), ...(name !== undefined && { name }) };
    },
    renew() {
      names.clear();
      generation += 1;
    },
  };
}
