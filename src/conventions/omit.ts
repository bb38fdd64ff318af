/** The object without these members. */
export function omit<Value extends object, Name extends keyof Value>(
  value: Value,
  ...names: readonly Name[]
): Omit<Value, Name> {
  const left: ReadonlySet<PropertyKey> = new Set(names);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name))) as Omit<Value, Name>;
}
