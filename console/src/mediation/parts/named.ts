/** The word for a name of the contract; the name itself if there is no word. */
export const named = (table: Readonly<Record<string, string>>, name: string | undefined): string =>
  name === undefined ? '' : (table[name] ?? name);
