import { keepJson } from '../../conventions/index.ts';

/**
 * The view of an entity, made once and kept with its JSON as long as the entity lives: neither ever changes. `state` is
 * what the view tells beside the entity.
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
