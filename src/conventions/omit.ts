/** The object without these members. */
export function omit<Value extends object, Name extends keyof Value>(
  value: Value,
  ...names: readonly Name[]
): Omit<Value, Name> {
  const left: ReadonlySet<PropertyKey> = new Set(names);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name))) as Omit<Value, Name>;
}

/** The object without the members that are undefined. */
export function omitUndefined<Value extends object>(
  value: {
    readonly [Name in keyof Value]?: Value[Name] | undefined;
  },
): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}
