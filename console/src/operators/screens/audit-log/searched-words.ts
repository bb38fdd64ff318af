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
