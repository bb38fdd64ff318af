/** A value that differs between two things; `path` names its members from the outermost one. */
export interface Differing {
  readonly path: readonly string[];
  /** Undefined where the thing does not have it. */
  readonly values: readonly [unknown, unknown];
}

type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values in which two things differ. What only one of them has is one value, whatever it consists of. */
export function differing(one: Members, other: Members, path: readonly string[] = []): readonly Differing[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name): readonly Differing[] => {
    const values = [one[name], other[name]] as const;
    const inner = [...path, name];
    if (isMembers(values[0]) && isMembers(values[1])) return differing(values[0], values[1], inner);
    return JSON.stringify(values[0]) === JSON.stringify(values[1]) ? [] : [{ path: inner, values }];
  });
}
