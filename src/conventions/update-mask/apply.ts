import { type JsonObject, type JsonValue, MAX_DEPTH, type MutableObject, withinDepth } from '../json.ts';
import { faultsOf, invalidArgument } from '../refusal.ts';
import type { FieldViolation } from '../status.ts';
import { change, copy, nameOf, valueAt } from './draft.ts';
import { changedEntry, ownerViolations } from './entries.ts';
import { impliedEntries, unnamedNewEntries } from './implied-entries.ts';
import type { MaskEntry } from './resolve.ts';
import type { MaskTable } from './table.ts';

export interface MaskedUpdate {
  /** The resource after the change; new entries have the keys of the request. */
  readonly value: JsonObject;
  /** What the mask named, or what the body implied. */
  readonly entries: readonly MaskEntry[];
  /** Those of `entries` that make a new entry in a map. */
  readonly created: readonly MaskEntry[];
}

/** A list without elements is nothing: naming a list and leaving it out clears it, as sending `[]` does. */
function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Makes one named change in the draft and returns its problems. */
function applyEntry(draft: MutableObject, body: JsonObject, entry: MaskEntry): readonly FieldViolation[] {
  const { path, segments, rule } = entry;
  const given = valueAt(body, segments);
  if (rule.kind === 'entry') {
    const key = nameOf(segments.at(-1)!);
    const changed = changedEntry({ path, key, rule, given, stored: valueAt(draft, segments) });
    if ('violations' in changed) return changed.violations;
    change(draft, segments, changed.value);
  } else if (rule.kind === 'set') {
    const cleared = isNothing(given);
    if (cleared && rule.absent === 'refuse') {
      return [{ field: path, description: `'${path}' cannot be cleared; give it a value.` }];
    }
    change(draft, segments, cleared ? undefined : copy(given!));
  }
  return [];
}

/**
 * The stored resource after an update: all that is named, or nothing.
 * `paths` is undefined for a request without a mask, which means the populated fields of the body.
 * Changes neither argument. Throws INVALID_UPDATE with every problem.
 */
export function applyUpdateMask(
  stored: JsonObject,
  body: JsonObject,
  paths: readonly MaskEntry[] | undefined,
  table: MaskTable,
): MaskedUpdate {
  if (!withinDepth(body, MAX_DEPTH)) {
    throw invalidArgument('INVALID_UPDATE', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
  const { root } = table;
  const { entries, violations: unsupported } = paths
    ? { entries: paths, violations: unnamedNewEntries(body, new Set(paths.map(({ path }) => path)), root) }
    : impliedEntries(stored, body, table);
  const created = entries.filter(
    ({ rule, segments }) => rule.kind === 'entry' && valueAt(stored, segments) === undefined,
  );
  const faults = faultsOf('INVALID_UPDATE');
  faults.add(...unsupported);
  const draft = copy(stored) as MutableObject;
  // An entry comes before what lies in it, so that the order of a mask does not matter.
  for (const entry of entries.toSorted((a, b) => a.segments.length - b.segments.length)) {
    const found = ownerViolations(entry.segments, root, draft, body);
    faults.add(...(found.length > 0 ? found : applyEntry(draft, body, entry)));
  }
  faults.raise();
  return { value: draft, entries, created };
}
