import { useSyncExternalStore } from 'react';

/** The width below which tables become lists; lines cannot be edited there. */
const QUERY = '(max-width: 640px)';

function subscribe(listener: () => void) {
  const list = matchMedia(QUERY);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
