import { useSyncExternalStore } from 'react';

/** Where tables become lists, lines are not edited. */
const QUERY = '(max-width: 640px)';

function subscribe(listener: () => void) {
  const list = matchMedia(QUERY);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
