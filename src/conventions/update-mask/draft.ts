import { isObject, type JsonValue, type MutableObject, put } from '../json.ts';
import type { MaskSegment } from './parse.ts';

/** A deep copy of a JSON value. */
export function copy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  const copied = {};
  for (const [name, child] of Object.entries(value)) put(copied, name, copy(child));
  return copied;
}

export const nameOf = (segment: MaskSegment) => ('key' in segment ? segment.key : segment.field);

/** The value at a path; undefined if a step is missing. */
export function valueAt(value: JsonValue, segments: readonly MaskSegment[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const segment of segments) {
    const name = nameOf(segment);
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** Sets a value in a draft and creates missing objects on the path; an undefined value removes the member. */
export function change(
  draft: MutableObject,
  segments: readonly MaskSegment[],
  value: JsonValue | undefined,
): void {
  const names = segments.map(nameOf);
  const last = names.pop()!;
  let at = draft;
  for (const name of names) {
    if (!Object.hasOwn(at, name) || !isObject(at[name])) {
      if (value === undefined) return;
      put(at, name, {});
    }
    at = at[name] as MutableObject;
  }
  if (value === undefined) delete at[last];
  else put(at, last, value);
}
