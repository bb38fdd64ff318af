/** Takes a code from the fragment of the address, which no log records, and leaves none in the history. */
export function takeFromFragment(name: string): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined;
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
