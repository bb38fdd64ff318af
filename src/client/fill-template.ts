/** Puts the members of an answer where their names stand in braces. */
export const fillTemplate = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '-')).trimEnd();
