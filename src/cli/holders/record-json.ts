import { isObject, MAX_DEPTH, withinDepth } from '../../conventions/json.ts';
import { parseStrictJson, RepeatedMemberError } from '../../conventions/strict-json.ts';

const childrenOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Names with a meaning to JavaScript; the server refuses a body that has one. */
const UNSAFE = ['__proto__', 'constructor'];

function hasUnsafeName(value: unknown): boolean {
  if (isObject(value) && UNSAFE.some((name) => Object.hasOwn(value, name))) return true;
  return childrenOf(value).some(hasUnsafeName);
}

/** A number beyond the range of a double, which JSON could not carry on. */
const hasInfinity = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY ||
  value === Number.NEGATIVE_INFINITY ||
  childrenOf(value).some(hasInfinity);

/** What is wrong with a text that is JSON. The depth comes first: the others go down to the ground. */
const CHECKS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  [`is nested deeper than ${MAX_DEPTH} levels`, (value) => !withinDepth(value, MAX_DEPTH)],
  [`has a member named ${UNSAFE.join(' or ')}`, hasUnsafeName],
  ['has a number that is too large', hasInfinity],
];

/** The value of a JSON text that has one meaning only; else what is wrong with it. */
export function recordJson(json: string): { readonly value?: unknown; readonly problem?: string } {
  let value: unknown;
  try {
    value = parseStrictJson(json);
  } catch (error) {
    const isRepeated = error instanceof RepeatedMemberError;
    return { problem: isRepeated ? 'has a name twice in one object' : 'is not JSON' };
  }
  const problem = CHECKS.find(([, isWrong]) => isWrong(value))?.[0];
  return problem === undefined ? { value } : { problem };
}
