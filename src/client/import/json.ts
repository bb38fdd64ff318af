import { isObject, MAX_DEPTH, withinDepth } from '../../conventions/json.ts';
import { parseStrictJson, RepeatedMemberError } from '../../conventions/strict-json.ts';

/** Why a JSON text is no record, or ambiguous. */
export interface JsonProblem {
  readonly kind: 'notJson' | 'repeated' | 'tooDeep' | 'unsafeName' | 'tooLargeNumber';
  /** The member that an object has twice, and its line in the text. */
  readonly member?: string;
  readonly line?: number;
}

const childrenOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Names with a special meaning in JavaScript. The server refuses a body that contains one. */
export const UNSAFE = ['__proto__', 'constructor'];

function hasUnsafeName(value: unknown): boolean {
  if (isObject(value) && UNSAFE.some((name) => Object.hasOwn(value, name))) return true;
  return childrenOf(value).some(hasUnsafeName);
}

/** A number beyond the range of a double, which JSON cannot express. */
const hasInfinity = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY ||
  value === Number.NEGATIVE_INFINITY ||
  childrenOf(value).some(hasInfinity);

/** Problems of a value. The depth is checked first, because the other checks recurse. */
const CHECKS: readonly (readonly [JsonProblem['kind'], (value: unknown) => boolean])[] = [
  ['tooDeep', (value) => !withinDepth(value, MAX_DEPTH)],
  ['unsafeName', hasUnsafeName],
  ['tooLargeNumber', hasInfinity],
];

/** The value of a JSON text, or why it cannot be sent. */
export function recordJson(text: string): { readonly value?: unknown; readonly problem?: JsonProblem } {
  try {
    const value = parseStrictJson(text);
    const kind = CHECKS.find(([, isWrong]) => isWrong(value))?.[0];
    return kind === undefined ? { value } : { problem: { kind } };
  } catch (error) {
    if (!(error instanceof RepeatedMemberError)) return { problem: { kind: 'notJson' } };
    const line = text.slice(0, error.at).split('\n').length;
    return { problem: { kind: 'repeated', member: error.member, line } };
  }
}

/** A record, a list of them, or `{"holders": [ … ]}`. */
export function recordsIn(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  const { holders } = (content ?? {}) as { readonly holders?: unknown };
  return Array.isArray(holders) ? holders : [content];
}
