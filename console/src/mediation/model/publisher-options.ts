type Names = Readonly<Record<string, string>>;

/** Publishers to choose from, by name; by id too where another one has the same name. */
export function publisherOptions(ids: readonly string[], names: Names) {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(names[id] ?? id, (counts.get(names[id] ?? id) ?? 0) + 1);
  return ids.map((value) => {
    const name = names[value] ?? value;
    return { value, text: (counts.get(name) ?? 0) > 1 ? `${name} (${value})` : name };
  });
}
