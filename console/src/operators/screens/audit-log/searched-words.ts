import { useEffect, useState } from 'react';
import type { useListState } from '../../../frame/list-state.ts';
import { whenSignedOut } from '../../../frame/signed-out.ts';

const words = new Map<string, string>();
whenSignedOut(() => words.clear());

/** Words may name a person: the browser's history gets a key, and the words are forgotten when the person signs out. */
export function keyOf(text: string): string {
  const key = crypto.randomUUID();
  words.set(key, text);
  return key;
}

export const wordsOf = (key: string | undefined): string | undefined =>
  key === undefined ? undefined : words.get(key);

/** Whether the words of this view were forgotten, as after a reload. Their key is taken out of the filters. */
export function useForgotten({ filters, set }: Pick<ReturnType<typeof useListState>, 'filters' | 'set'>) {
  const [isForgotten, setForgotten] = useState(false);
  const isUnknown = filters.says !== undefined && wordsOf(filters.says) === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key.
  useEffect(() => {
    if (!isUnknown) return;
    setForgotten(true);
    set({ says: undefined });
  }, [isUnknown]);
  return isForgotten && filters.says === undefined;
}
