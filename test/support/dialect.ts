import { DATABASE } from './database-of.ts';

/** SQL for tests where the two databases have different syntax. */
const SPELLINGS = {
  sqlite: {
    /** The elements of a JSON array in a column, as `value`. */
    elements: (column: string, alias: string) => `json_each(${column}) ${alias}`,
    /** The texts of an array in a JSON object, as `value`. */
    texts: (column: string, member: string) => `json_each(${column}, '$.${member}')`,
    /** A member of a JSON object in a column. */
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
