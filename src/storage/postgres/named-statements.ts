import type { QueryConfig } from 'pg';

/** Statements kept prepared for each connection; far above the number of those that run often. */
const MAX_NAMED = 512;

/**
 * PostgreSQL takes no U+0000 in text. Stored text has none, so a search for it finds nothing; nor does a search
 * for this noncharacter (Unicode 23.7).
 */
const bound = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uffff') : value;

/** Gives names to statements, so that the server plans them once for each connection. */
export interface Statements {
  query(text: string, values: readonly unknown[]): QueryConfig;
  /** After a change of tables: prepares statements again under new names. */
  renew(): void;
}

/** Without names the server plans each run; poolers without prepared statements need this. */
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
