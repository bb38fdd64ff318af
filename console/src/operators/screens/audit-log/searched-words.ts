import { useEffect, useState } from 'react';
import type { useListState } from '../../../frame/list-state.ts';
import { whenSignedOut } from '../../../frame/signed-out.ts';

const words = new Map<string, string>();
whenSignedOut(() => words.clear());

export const wordsOf = (key: string | undefined): string | undefined =>
  key === undefined ? undefined : words.get(key);

/** A text after the words that are searched already: each search narrows what the one before it found. */
export const withWords = (text: string, before: string | undefined): string =>
  [wordsOf(before) ?? [], text].flat().join(' ');

/** Words may name a person: the browser's history gets a key, and the words are forgotten when the person signs out. */
export function keyOf(text: string, before: string | undefined): string {
  const key = crypto.randomUUID();
  words.set(key, withWords(text, before));
  return key;
}

/**
 * Whether the words of this view were forgotten, as after a reload. Their key is taken out of the filters. Once the person filters
 * or searches again, it is over.
 */
export function useForgotten({ filters, set }: Pick<ReturnType<typeof useListState>, 'filters' | 'set'>) {
  const [without, setWithout] = useState<string>();
  const isUnknown = filters.says !== undefined && wordsOf(filters.says) === undefined;
  const now = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key.
  useEffect(() => {
    if (!isUnknown) return;
    setWithout(JSON.stringify({ ...filters, says: undefined }));
    set({ says: undefined });
  }, [isUnknown]);
  if (without !== undefined && without !== now && !isUnknown) setWithout(undefined);
  return without === now;
}
