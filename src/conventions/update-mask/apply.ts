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
  /** The changes that the mask lists or, without a mask, the body implies. */
  readonly entries: readonly MaskEntry[];
  /** The entries that create members of maps. */
  readonly created: readonly MaskEntry[];
}

/** Whether the body has no value for a path. An empty list counts as none: both clear the list. */
function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Applies one change to the draft and returns its problems. */
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
 * Returns the resource after the update; applies all changes or none. `paths` is undefined for a request
 * without a mask, which then means the populated fields of the body. Changes neither argument. Throws
 * INVALID_UPDATE with all problems.
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
  // Applies entries before the paths inside them, so that the order of the mask does not matter.
  for (const entry of entries.toSorted((a, b) => a.segments.length - b.segments.length)) {
    const found = ownerViolations(entry.segments, root, draft, body);
    faults.add(...(found.length > 0 ? found : applyEntry(draft, body, entry)));
  }
  faults.raise();
  return { value: draft, entries, created };
}
