import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { FieldViolation } from '../status.ts';
import { type MaskSegment, printMaskPath } from './parse.ts';
import type { MaskNode } from './table.ts';

/** New entries that the body holds and no path names: a client that sends them expects them to be made. */
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
