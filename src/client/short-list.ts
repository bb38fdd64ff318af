/** `A, B and 3 more`, in the reader's language. */
export function shortList(names: readonly string[], more: (count: number) => string, most = 3): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} ${more(names.length - most)}` : shown;
}
