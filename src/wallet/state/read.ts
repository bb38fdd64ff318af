import { omitUndefined } from '../../conventions/omit.ts';

/** The value at a place of the state file is wrong. The message never quotes it, because the file contains keys. */
export class Malformed extends Error {
  readonly at: string;

  constructor(at: string) {
    super(`malformed at ${at || 'its top'}`);
    this.at = at;
  }
}

/** Reads the value at a place, a JSON pointer. @throws Malformed */
export type Read<T> = (value: unknown, at: string) => T;

/** Reads what has this property. */
export const where =
  <T>(isOne: (value: unknown) => value is T): Read<T> =>
  (value, at) => {
    if (isOne(value)) return value;
    throw new Malformed(at);
  };

export const oneOf = <const T>(...values: readonly T[]): Read<T> =>
  where((value): value is T => values.includes(value as T));

export const text = (shape: RegExp): Read<string> =>
  where((value): value is string => typeof value === 'string' && shape.test(value));

export const list =
  <T>(item: Read<T>): Read<readonly T[]> =>
  (value, at) => {
    if (!Array.isArray(value)) throw new Malformed(at);
    return value.map((one, index) => item(one, `${at}/${index}`));
  };

export const optional =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value, at) =>
    value === undefined ? undefined : read(value, at);

/** Reads an object with these members and no others. */
export const object =
  <T extends object>(members: { readonly [Name in keyof T]-?: Read<T[Name] | undefined> }): Read<T> =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed(at);
    if (!Object.keys(value).every((name) => Object.hasOwn(members, name))) throw new Malformed(at);
    const read = Object.entries<Read<unknown>>(members).map(
      ([name, member]) => [name, member((value as Record<string, unknown>)[name], `${at}/${name}`)] as const,
    );
    return omitUndefined(Object.fromEntries(read)) as T;
  };
