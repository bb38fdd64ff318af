type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

/**
 * A check that a value is an object with these members and no others. Browsers check these shapes too,
 * so no library is loaded for them.
 */
export function isShape<Shape>(required: Checks, optional: Checks = {}): (value: unknown) => value is Shape {
  const checks: ReadonlyMap<string, Check> = new Map(Object.entries({ ...required, ...optional }));
  return (value): value is Shape => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (!Object.keys(required).every((member) => Object.hasOwn(value, member))) return false;
    return Object.entries(value).every(([member, content]) => checks.get(member)?.(content) === true);
  };
}
