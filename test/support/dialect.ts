import { DATABASE } from './database-of.ts';

/** SQL that the databases spell differently, for statements of tests. */
const SPELLINGS = {
  sqlite: {
    /** Elements of a column that holds a JSON array, as `value`. */
    elements: (column: string, alias: string) => `json_each(${column}) ${alias}`,
    /** Texts of an array in a JSON object, as `value`. */
    texts: (column: string, member: string) => `json_each(${column}, '$.${member}')`,
    /** A member of a column that holds a JSON object. */
    member: (column: string, name: string) => `${column} ->> '${name}'`,
    hex: (column: string) => `hex(${column})`,
    joined: (text: string) => `group_concat(${text} order by ${text})`,
  },
  postgres: {
    elements: (column: string, alias: string) => `jsonb_array_elements(${column}::jsonb) ${alias}(value)`,
    texts: (column: string, member: string) =>
      `jsonb_array_elements_text(${column}::jsonb -> '${member}') texts(value)`,
    member: (column: string, name: string) => `${column}::jsonb ->> '${name}'`,
    hex: (column: string) => `upper(encode(${column}, 'hex'))`,
    joined: (text: string) => `string_agg(${text}, ',' order by ${text})`,
  },
} as const;

export const { elements, texts, member, hex, joined } = SPELLINGS[DATABASE];
