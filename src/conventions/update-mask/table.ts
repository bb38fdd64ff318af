import { parseUpdateMask } from './parse.ts';

/** A value that is set as a whole: a scalar, a list, or one entry of a map of scalars. */
interface SetRule {
  readonly kind: 'set';
  /** What happens if the body has no value, `null` or an empty list for the path. */
  readonly absent: 'clear' | 'refuse';
}

/** An entry of a map of messages. The members of the body are merged into it. */
export interface EntryRule {
  readonly kind: 'entry';
  /** Matches keys that create a new entry; absent if entries cannot be created. */
  readonly newKey?: RegExp;
  /** The member that repeats the key; another value is refused. */
  readonly idMember?: string;
  /** Members of the body that are ignored. */
  readonly outputOnly?: readonly string[];
  /** Members that an existing entry keeps; another value is refused. */
  readonly immutable?: readonly string[];
  /** Advice for clients that send `null`, as a sentence. */
  readonly instead?: string;
}

/** Ignored in masks and in bodies (AIP-161, AIP-203). */
interface OutputOnlyRule {
  readonly kind: 'outputOnly';
}

export type MaskRule = SetRule | EntryRule | OutputOnlyRule;

/** A node in the tree of supported paths. A message has fields; a map has one node for all its keys. */
export interface MaskNode {
  readonly fields: ReadonlyMap<string, MaskNode>;
  readonly entry?: MaskNode;
  readonly rule?: MaskRule;
}

interface GrowingNode extends MaskNode {
  readonly fields: Map<string, GrowingNode>;
  entry?: GrowingNode;
  rule?: MaskRule;
}

export interface MaskTable {
  readonly root: MaskNode;
  /** The paths that a mask may name, for messages. */
  readonly supported: readonly string[];
}

function newNode(): GrowingNode {
  return { fields: new Map() };
}

function keyBelow(node: GrowingNode): GrowingNode {
  node.entry ??= newNode();
  return node.entry;
}

function fieldBelow(node: GrowingNode, name: string): GrowingNode {
  const field = node.fields.get(name) ?? newNode();
  node.fields.set(name, field);
  return field;
}

/**
 * A table of rules by path, in which `[*]` means every key: `{ 'lines[*].state': { kind: 'set', absent:
 * 'refuse' } }`.
 */
export function maskTable(rules: Readonly<Record<string, MaskRule>>): MaskTable {
  const root = newNode();
  for (const [pattern, rule] of Object.entries(rules)) {
    let node = root;
    for (const { text, form } of parseUpdateMask(pattern)[0]!) {
      node = form === 'key' ? keyBelow(node) : fieldBelow(node, text);
    }
    node.rule = rule;
  }
  const supported = Object.keys(rules).filter((pattern) => rules[pattern]!.kind !== 'outputOnly');
  return { root, supported };
}
