/** The value does not conform to the format. */
export class Malformed extends Error {
  override readonly name = 'Malformed';

  constructor(at: string, problem: string) {
    super(`${at || 'the snapshot'} ${problem}`);
  }
}

/** Reads the value at a place of the document. @throws Malformed */
export type Read<T> = (value: unknown, at: string) => T;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function text(shape: RegExp, what: string): Read<string> {
  return (value, at) => {
    if (typeof value !== 'string' || !shape.test(value)) throw new Malformed(at, `is not ${what}`);
    return value;
  };
}

/** Counts characters as Unicode does: those beyond the basic plane have two code units. */
export function sized(least: number, most: number): Read<string> {
  const fits = (value: string) =>
    value.length <= most || (value.length <= 2 * most && [...value].length <= most);
  return (value, at) => {
    if (typeof value === 'string' && value.length >= least && fits(value)) return value;
    throw new Malformed(at, `is not a text of ${least} to ${most} characters`);
  };
}

export function integer(least: number, most: number): Read<number> {
  return (value, at) => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) {
      return value as number;
    }
    throw new Malformed(at, `is not an integer from ${least} to ${most}`);
  };
}

export function oneOf<Name extends string>(...names: readonly Name[]): Read<Name> {
  return (value, at) => {
    if (names.includes(value as Name)) return value as Name;
    throw new Malformed(at, `is not one of ${names.join(', ')}`);
  };
}

export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value, at) => (value === undefined ? undefined : read(value, at));
}

export function list<T>(item: Read<T>, most: number): Read<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length > most) {
      throw new Malformed(at, `is not a list of at most ${most}`);
    }
    return value.map((one, index) => item(one, `${at}[${index}]`));
  };
}

/** `key` must not match `__proto__`. */
export function map<T>(key: RegExp, item: Read<T>, most: number): Read<Readonly<Record<string, T>>> {
  return (value, at) => {
    if (!isObject(value)) throw new Malformed(at, 'is not an object');
    const names = Object.keys(value);
    if (names.length > most) throw new Malformed(at, `has more than ${most} entries`);
    const made: Record<string, T> = {};
    for (const name of names) {
      if (!key.test(name)) throw new Malformed(at, 'has a malformed key');
      made[name] = item(value[name], `${at}[${JSON.stringify(name)}]`);
    }
    return made;
  };
}

/** Unknown members are ignored: a newer server may add members that older apps do not need. */
export function message<T>(members: { readonly [Name in keyof T]-?: Read<T[Name] | undefined> }): Read<T> {
  return (value, at) => {
    if (!isObject(value)) throw new Malformed(at, 'is not an object');
    const made: Partial<T> = {};
    for (const name of Object.keys(members) as (keyof T & string)[]) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      const member = members[name](given, at ? `${at}.${name}` : name);
      if (member !== undefined) made[name] = member;
    }
    return made as T;
  };
}
