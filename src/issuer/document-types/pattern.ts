const patterns = new Map<string, RegExp>();

/** Patterns come from document types, so there are few of them. @throws SyntaxError */
export function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known) return known;
  const made = new RegExp(pattern, 'u');
  patterns.set(pattern, made);
  return made;
}
