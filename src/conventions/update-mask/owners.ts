import type { JsonValue } from '../json.ts';
import type { FieldViolation } from '../status.ts';
import { nameOf, valueAt } from './draft.ts';
import { idViolations } from './entries.ts';
import { type MaskSegment, printMaskPath } from './parse.ts';
import type { EntryRule, MaskNode } from './table.ts';

interface Owner {
  readonly segments: readonly MaskSegment[];
  readonly rule: EntryRule;
}

/** The map entries on the way to a path, the outermost first, without the path itself. */
function ownersOf(segments: readonly MaskSegment[], root: MaskNode): readonly Owner[] {
  const found: Owner[] = [];
  let node: MaskNode | undefined = root;
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    node = 'key' in segment ? node?.entry : node?.fields.get(segment.field);
    const rule = node?.rule;
    if (rule?.kind === 'entry') found.push({ segments: segments.slice(0, index + 1), rule });
  }
  return found;
}

/** What stands against a path below a map entry: the entry is not there, or the body gives it another id. */
export function ownerViolations(
  segments: readonly MaskSegment[],
  root: MaskNode,
  draft: JsonValue,
  body: JsonValue,
): readonly FieldViolation[] {
  return ownersOf(segments, root).flatMap(({ segments: owner, rule }) => {
    const path = printMaskPath(owner);
    const key = nameOf(owner.at(-1)!);
    if (valueAt(draft, owner) !== undefined) return idViolations(path, key, rule, valueAt(body, owner));
    const advice = rule.newKey?.test(key) ? '; a new entry is named as a whole' : '';
    return [{ field: path, description: `'${path}' is not there${advice}.` }];
  });
}
