import { isAbsolute, resolve } from 'node:path';
import { type TSchema, type TStringOptions, Type } from 'typebox';

interface PathOptions extends TStringOptions {
  readonly description: string;
}

/** Keywords in the schema of a setting that names a file. */
interface Marks {
  /** file: the value is a path. library: the loader of the system finds a name without a slash. */
  readonly path?: 'file' | 'library';
  /** Query parameters of an address that name files. */
  readonly pathParameters?: readonly string[];
}

/** A setting that names a file or a folder. */
export const Path = (options: PathOptions) =>
  Type.String({ minLength: 1, ...options, path: 'file' } satisfies Marks & TStringOptions);

/** A setting that names a shared library, by a path or by a name that the system's loader knows. */
export const LibraryPath = (options: PathOptions) =>
  Type.String({ minLength: 1, ...options, path: 'library' } satisfies Marks & TStringOptions);

const marksOf = (schema: TSchema): Marks => (Type.IsArray(schema) ? schema.items : schema) as Marks;

export const isPath = (schema: TSchema): boolean => marksOf(schema).path !== undefined;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Replaces only the values of these parameters; the rest of the URL stays as it is. */
function withParameters(address: string, names: readonly string[], folder: string): string {
  const parameter = new RegExp(`([?&](?:${names.join('|')})=)([^&#]*)`, 'g');
  return address.replace(parameter, (whole: string, start: string, encoded: string) => {
    // A path that cannot be decoded is passed on to the driver, which refuses it.
    const path = decoded(encoded) ?? '';
    return path === '' || isAbsolute(path) ? whole : `${start}${encodeURIComponent(resolve(folder, path))}`;
  });
}

/** The members of an object in a list. */
function resolvedMembers(folder: string, schema: TSchema, value: object): unknown {
  const { properties } = (Type.IsArray(schema) ? schema.items : schema) as { properties?: object };
  const members = (properties ?? {}) as Readonly<Record<string, TSchema>>;
  const resolved = Object.entries(value).map(([name, one]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    return [name, member ? resolvedIn(folder, member, one) : one];
  });
  return Object.fromEntries(resolved);
}

/** The value of a setting from a file in `folder`. Relative paths in the value start at this folder. */
export function resolvedIn(folder: string, schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolvedIn(folder, schema, one));
  if (typeof value === 'object' && value !== null) return resolvedMembers(folder, schema, value);
  if (typeof value !== 'string') return value;
  const { path, pathParameters } = marksOf(schema);
  if (pathParameters) return withParameters(value, pathParameters, folder);
  if (path === 'file' || (path === 'library' && value.includes('/'))) return resolve(folder, value);
  return value;
}
