import { snakeToCamel } from '../json-schema.ts';
import { faultsOf, shown } from '../refusal.ts';
import type { FieldViolation } from '../status.ts';
import {
  INVALID_MASK,
  type MaskSegment,
  maskViolation,
  parseUpdateMask,
  printMaskPath,
  type WrittenPath,
} from './parse.ts';
import type { MaskNode, MaskRule, MaskTable } from './table.ts';

/** A supported path of a mask, with its rule. */
export interface MaskEntry {
  readonly path: string;
  readonly segments: readonly MaskSegment[];
  readonly rule: MaskRule;
}

interface Found {
  readonly node: MaskNode | undefined;
  readonly segments: readonly MaskSegment[];
  /** Whether the path continues below a value that can only be set as a whole. */
  readonly index: boolean;
}

/** Names are accepted in snake_case and lowerCamelCase; keys are not converted. */
function find(table: MaskTable, written: WrittenPath): Found {
  const segments: MaskSegment[] = [];
  let node: MaskNode = table.root;
  for (const { text, form } of written) {
    if (node.entry) {
      segments.push({ key: text });
      node = node.entry;
      continue;
    }
    const field = snakeToCamel(text);
    const next: MaskNode | undefined = form === 'name' ? node.fields.get(field) : undefined;
    if (!next) return { node: undefined, segments, index: node.rule?.kind === 'set' && /^\d+$/.test(text) };
    segments.push({ field });
    node = next;
  }
  return { node, segments, index: false };
}

/** The path as written, for messages. Steps with unusual characters are in brackets. */
function asWritten(written: WrittenPath): string {
  const segments = written.map(({ text, form }) => (form === 'key' ? { key: text } : { field: text }));
  return shown(printMaskPath(segments));
}

function refused(written: WrittenPath, index: boolean, table: MaskTable): FieldViolation {
  const path = asWritten(written);
  const of = `The mask path '${path}'`;
  if (index)
    return maskViolation(`${of} names an element of a list; lists are replaced as a whole.`, { path });
  const supported = table.supported.join(', ');
  return maskViolation(`${of} is not supported; supported are: ${supported}.`, { path, supported });
}

/**
 * Resolves the paths of a mask in their order, without duplicates and output-only fields. Undefined if there
 * is no mask. Throws INVALID_UPDATE_MASK with all bad paths.
 */
export function resolveUpdateMask(
  mask: string | undefined,
  table: MaskTable,
): readonly MaskEntry[] | undefined {
  if (mask === undefined || mask.trim() === '') return undefined;
  const entries = new Map<string, MaskEntry>();
  const faults = faultsOf(INVALID_MASK);
  for (const written of parseUpdateMask(mask)) {
    const { node, segments, index } = find(table, written);
    const rule = node?.rule;
    if (!rule) faults.add(refused(written, index, table));
    else if (rule.kind !== 'outputOnly') {
      const path = printMaskPath(segments);
      entries.set(path, { path, segments, rule });
    }
  }
  faults.raise();
  return [...entries.values()];
}
