import { keepJson } from '../../conventions/index.ts';

/** A list in an answer. proto3 JSON omits an empty list. */
export function listed<Name extends string, Item>(
  name: Name,
  items: readonly Item[],
): { [N in Name]?: Item[] } {
  return items.length === 0 ? {} : ({ [name]: [...items] } as { [N in Name]?: Item[] });
}

/** Maximum number of cached lists of one kind. */
const MOST = 256;

interface Next {
  readonly nextPageToken?: string;
}

type Message<Name extends string, View> = { [N in Name]?: View[] } & Next;

function sameItems(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}

/**
 * Makes the message of a list. If the list has the same items under the same parent as before, returns the
 * cached message with its JSON. A message without cached JSON is not cached, because it can hold megabytes. Items
 * never change; a change makes a new object.
 */
export function keptList<Name extends string, Item extends object, View extends object>(
  name: Name,
  viewOf: (item: Item, parent: string) => View,
): (parent: string, items: readonly Item[], next: Next) => Message<Name, View> {
  const kept = new Map<string, { readonly items: readonly Item[]; readonly message: Message<Name, View> }>();

  return (parent, items, next) => {
    const last = kept.get(parent);
    if (last && last.message.nextPageToken === next.nextPageToken && sameItems(last.items, items)) {
      return last.message;
    }
    const views = items.map((item) => viewOf(item, parent));
    const message: Message<Name, View> = { ...listed(name, views), ...next };
    return keepJson(message, () => {
      kept.set(parent, { items, message });
      if (kept.size > MOST) kept.delete(kept.keys().next().value as string);
    });
  };
}

/**
 * The view of an entity, made once and cached with its JSON as long as the entity exists. Neither ever
 * changes. `state` is the input of the view besides the entity.
 */
export function keptView<Entity extends object, State, View extends object>(
  make: (entity: Entity, state: State) => View,
): (entity: Entity, state: State) => View {
  const views = new WeakMap<Entity, Map<State, View>>();
  return (entity, state) => {
    const ofEntity = views.get(entity) ?? new Map<State, View>();
    const known = ofEntity.get(state);
    if (known) return known;
    const view = keepJson(make(entity, state));
    views.set(entity, ofEntity.set(state, view));
    return view;
  };
}
