import { isDeepStrictEqual } from 'node:util';

/** The story came out otherwise than it should. */
export class StoryError extends Error {
  override readonly name = 'StoryError';
}

/** `what` names the thing in the error. */
export function expectEqual(found: unknown, wanted: unknown, what: string): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new StoryError(`${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
}

/** The values without doubles, in an order of their own. */
export const distinct = (values: readonly (string | undefined)[]) => [...new Set(values)].sort();

/** What has to be there. */
export function there<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new StoryError(`${what} is missing`);
  return value;
}

/** Everything of an interface has to be in its story. */
export function expectAllCalled<Name extends string>(
  names: readonly Name[],
  wasCalled: (name: Name) => boolean,
): void {
  const missed = names.filter((name) => !wasCalled(name));
  if (missed.length > 0) throw new StoryError(`not called: ${missed.join(', ')}`);
}
