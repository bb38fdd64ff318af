import { UsageError } from '../../cli-errors.ts';

interface Pick<Item> {
  /** What is looked for, such as `group`. */
  readonly what: string;
  /** Ids by which an item is known: full ids, resource names. */
  readonly ids: (item: Item) => readonly (string | undefined)[];
  /** Names by which a person knows it. */
  readonly names: (item: Item) => readonly (string | undefined)[];
  /** How an ambiguous item is told from others. */
  readonly tell: (item: Item) => string;
}

/** Items listed in an error. */
const LISTED = 10;

const listed = (texts: readonly string[]) => {
  const more = texts.length > LISTED ? [`and ${texts.length - LISTED} more`] : [];
  return [...texts.slice(0, LISTED), ...more].map((text) => `\n  ${text}`).join('');
};

/** Finds one item by an id or by a name: exactly written first, then in any case. @throws UsageError */
export function pick<Item>(
  items: readonly Item[],
  wanted: string,
  { what, ids, names, tell }: Pick<Item>,
): Item {
  const byId = items.find((item) => ids(item).includes(wanted));
  if (byId !== undefined) return byId;
  const folded = wanted.toLowerCase();
  const named = (matches: (name: string) => boolean) =>
    items.filter((item) => names(item).some((name) => name !== undefined && matches(name)));
  const exact = named((name) => name === wanted);
  const found = exact.length > 0 ? exact : named((name) => name.toLowerCase() === folded);
  const [first, second] = found;
  if (second !== undefined)
    throw new UsageError(
      `several ${what}s are called “${wanted}”; name one by its id:${listed(found.map(tell))}`,
    );
  if (first !== undefined) return first;
  const similar = named((name) => name.toLowerCase().includes(folded));
  const hint = similar.length > 0 ? `; did you mean:${listed(similar.map(tell))}` : '';
  throw new UsageError(`there is no ${what} “${wanted}”${hint}`);
}
