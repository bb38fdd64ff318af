import { useSyncExternalStore } from 'react';

/** A value outside of components, for as long as the page is open. Components that use it follow its changes. */
export function storeOf<Value>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get),
  };
}
