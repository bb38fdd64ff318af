import {
  isObject,
  type JsonObject,
  type JsonValue,
  MAX_DEPTH,
  type MutableObject,
  member,
  put,
  withinDepth,
} from './json.ts';
import { invalidArgument } from './refusal.ts';

const isEmptyArray = (value: JsonValue) => Array.isArray(value) && value.length === 0;

function merge(target: JsonValue | undefined, patch: JsonObject): JsonObject {
  const merged: MutableObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (isObject(value)) put(merged, name, merge(member(merged, name), value));
    else if (!isEmptyArray(value)) put(merged, name, value);
  }
  return merged;
}

/**
 * RFC 7396 with one exception: an empty array leaves the stored array unchanged; `null` removes it. Changes neither
 * argument. Throws INVALID_PATCH if the patch is nested too deeply.
 */
export function mergePatch(target: JsonObject | undefined, patch: JsonObject): JsonObject {
  if (!withinDepth(patch, MAX_DEPTH)) {
    throw invalidArgument('INVALID_PATCH', `The patch is nested deeper than ${MAX_DEPTH} levels.`);
  }
  return merge(target, patch);
}
