/** Whether a text has all words that were typed, regardless of case. */
export const hasWords = (text: string, typed: string): boolean => {
  const lower = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
};
