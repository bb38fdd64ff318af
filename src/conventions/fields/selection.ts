/** A tree of selected names; `whole` wins over what is selected below it (union, never overwrite). */
export interface Selection {
  readonly whole: boolean;
  readonly children: ReadonlyMap<string, Selection>;
}

export interface GrowingSelection extends Selection {
  whole: boolean;
  readonly children: Map<string, GrowingSelection>;
}

/** Matches every member of an object, every value of a map. */
export const ANY = '*';

export function emptySelection(): GrowingSelection {
  return { whole: false, children: new Map() };
}

/** The child of that name, made where it is missing. */
export function grow(parent: GrowingSelection, name: string): GrowingSelection {
  const known = parent.children.get(name);
  if (known) return known;
  const child = emptySelection();
  parent.children.set(name, child);
  return child;
}
