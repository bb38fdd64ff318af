import { isObject, type JsonObject, type JsonValue, member, sameJson } from '../json.ts';
import { mergePatch } from '../merge-patch.ts';
import { omit } from '../omit.ts';
import type { FieldViolation } from '../status.ts';
import { nameOf, valueAt } from './draft.ts';
import { type MaskSegment, printMaskPath } from './parse.ts';
import type { EntryRule, MaskNode } from './table.ts';

interface EntryChange {
  readonly path: string;
  readonly key: string;
  readonly rule: EntryRule;
  readonly given: JsonValue | undefined;
  readonly stored: JsonValue | undefined;
}

/** The id in an entry of the body must be absent or equal to its key in the mask. */
function idViolations(
  path: string,
  key: string,
  { idMember }: EntryRule,
  given: JsonValue | undefined,
): readonly FieldViolation[] {
  const id = idMember === undefined ? undefined : member(given, idMember);
  if (id === undefined || id === null || id === key) return [];
  const field = `${path}.${idMember}`;
  return [{ field, description: `'${field}' differs from the key of its entry.` }];
}

function problems({ path, key, rule, given, stored }: EntryChange): readonly FieldViolation[] {
  const { newKey, immutable = [], instead = 'Members are removed one by one.' } = rule;
  const one = (description: string) => [{ field: path, description }];
  if (given === undefined) return one(`'${path}' is named in the mask and missing in the body.`);
  if (given === null) return one(`'${path}' cannot be removed by null. ${instead}`);
  if (!isObject(given)) return one(`'${path}' is not an object.`);
  if (stored === undefined) {
    return newKey?.test(key) ? idViolations(path, key, rule, given) : one(`'${path}' is not there.`);
  }
  const changed = immutable.filter((name) => {
    const sent = member(given, name);
    return sent !== undefined && !sameJson(sent, member(stored, name) ?? null);
  });
  return [
    ...idViolations(path, key, rule, given),
    ...changed.map((name) => ({
      field: `${path}.${name}`,
      description: `'${path}.${name}' cannot be changed.`,
    })),
  ];
}

type Changed = { readonly value: JsonObject } | { readonly violations: readonly FieldViolation[] };

/** Merges the members of the body into the stored entry or, if there is none, into a new one. */
export function changedEntry(entry: EntryChange): Changed {
  const violations = problems(entry);
  const { rule, given, stored } = entry;
  if (violations.length > 0 || !isObject(given)) return { violations };
  const { idMember = '', outputOnly = [], immutable = [] } = rule;
  const ignored = [idMember, ...outputOnly, ...(stored === undefined ? [] : immutable)];
  return { value: mergePatch(isObject(stored) ? stored : {}, omit(given, ...ignored)) };
}

interface Owner {
  readonly segments: readonly MaskSegment[];
  readonly rule: EntryRule;
}

/** The map entries that contain a path, the outermost first, without the path itself. */
function ownersOf(segments: readonly MaskSegment[], root: MaskNode): readonly Owner[] {
  const owners: Owner[] = [];
  let node: MaskNode | undefined = root;
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    node = 'key' in segment ? node?.entry : node?.fields.get(segment.field);
    const rule = node?.rule;
    if (rule?.kind === 'entry') owners.push({ segments: segments.slice(0, index + 1), rule });
  }
  return owners;
}

/** Problems of paths inside a map entry: the entry does not exist, or its id in the body differs. */
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
