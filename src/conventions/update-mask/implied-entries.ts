import { isObject, type JsonObject, type JsonValue, member, sameJson } from '../json.ts';
import type { FieldViolation } from '../status.ts';
import { type MaskSegment, printMaskPath } from './parse.ts';
import type { MaskEntry } from './resolve.ts';
import type { MaskNode, MaskTable } from './table.ts';

interface Implied {
  readonly entries: readonly MaskEntry[];
  /** Members that would change something but have no supported path. */
  readonly violations: readonly FieldViolation[];
}

const isEmptyList = (value: JsonValue) => Array.isArray(value) && value.length === 0;

/** The value equals the stored one, or removes one that does not exist. */
function changesNothing(sent: JsonValue, stored: JsonValue | undefined): boolean {
  if (sent === null) return stored === undefined;
  return isEmptyList(sent) || sameJson(sent, stored);
}

/**
 * Without a mask, all populated fields of the body are changed (AIP-134); empty lists count as not populated.
 * Members without a supported path are ignored if they equal the stored ones.
 */
export function impliedEntries(stored: JsonObject, body: JsonObject, { root }: MaskTable): Implied {
  const entries: MaskEntry[] = [];
  const violations: FieldViolation[] = [];

  function visit(node: MaskNode, sent: JsonObject, kept: JsonValue | undefined, to: readonly MaskSegment[]) {
    for (const [name, value] of Object.entries(sent)) {
      const segments = [...to, node.entry ? { key: name } : { field: name }];
      const path = printMaskPath(segments);
      const next = node.entry ?? node.fields.get(name);
      const rule = next?.rule;
      const storedValue = member(kept, name);
      if (rule) {
        if (rule.kind !== 'outputOnly' && !isEmptyList(value)) entries.push({ path, segments, rule });
      } else if (next && isObject(value)) {
        visit(next, value, storedValue, segments);
      } else if (!changesNothing(value, storedValue)) {
        violations.push({ field: path, description: `'${path}' cannot be changed by an update.` });
      }
    }
  }

  visit(root, body, stored, []);
  return { entries, violations };
}

/**
 * New entries in the body that no path of the mask contains. They are refused, because the client expects them to be
 * created.
 */
export function unnamedNewEntries(
  body: JsonObject,
  named: ReadonlySet<string>,
  root: MaskNode,
): readonly FieldViolation[] {
  const violations: FieldViolation[] = [];

  function visit(node: MaskNode, value: JsonValue, to: readonly MaskSegment[]): void {
    if (!isObject(value)) return;
    for (const [name, child] of Object.entries(value)) {
      const next = node.entry ?? node.fields.get(name);
      if (!next) continue;
      const segments = [...to, node.entry ? { key: name } : { field: name }];
      const path = printMaskPath(segments);
      const isNew = next.rule?.kind === 'entry' && next.rule.newKey?.test(name);
      if (isNew && !named.has(path)) {
        violations.push({ field: path, description: `'${path}' is new and not named in the mask.` });
      }
      visit(next, child, segments);
    }
  }

  visit(root, body, []);
  return violations;
}
