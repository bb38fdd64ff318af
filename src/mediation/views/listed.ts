/** A list in an answer; proto3 JSON leaves an empty one out. */
export function listed<Name extends string, Item>(
  name: Name,
  items: readonly Item[],
): { [N in Name]?: Item[] } {
  return items.length === 0 ? {} : ({ [name]: [...items] } as { [N in Name]?: Item[] });
}
