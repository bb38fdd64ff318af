import { isObject, type JsonObject, type JsonValue, member, sameJson } from '../json.ts';
import { mergePatch } from '../merge-patch.ts';
import { omit } from '../omit.ts';
import type { FieldViolation } from '../status.ts';
import { nameOf, valueAt } from './draft.ts';
import { type MaskSegment, printMaskPath } from './parse.ts';
import type { EntryRule, MaskNode, MaskRule } from './table.ts';

type Fields = MaskNode['fields'];

interface EntryChange {
  readonly path: string;
  readonly key: string;
  readonly rule: EntryRule;
  readonly fields: Fields;
  readonly given: JsonValue | undefined;
  readonly stored: JsonValue | undefined;
}

/** The names of the fields that have a rule of one of these kinds. */
const fieldsOf = (fields: Fields, ...kinds: readonly MaskRule['kind'][]) =>
  [...fields].flatMap(([name, { rule }]) => (rule && kinds.includes(rule.kind) ? [name] : []));

/** The key in an entry of the body must be absent or equal to its key in the mask. */
function keyViolations(
  path: string,
  key: string,
  fields: Fields,
  given: JsonValue | undefined,
): readonly FieldViolation[] {
  return fieldsOf(fields, 'key')
    .filter((name) => ![undefined, null, key].includes(member(given, name) as string))
    .map((name) => `${path}.${name}`)
    .map((field) => ({ field, description: `'${field}' differs from the key of its entry.` }));
}

/** The problem of an immutable field unless the value is the one that it has. */
export const changeOfImmutable = (
  field: string,
  given: JsonValue | undefined,
  stored: JsonValue | undefined,
): readonly FieldViolation[] =>
  sameJson(given ?? null, stored ?? null) ? [] : [{ field, description: `'${field}' cannot be changed.` }];

function problems({ path, key, rule, fields, given, stored }: EntryChange): readonly FieldViolation[] {
  const { newKey, instead = 'Members are removed one by one.' } = rule;
  const one = (description: string) => [{ field: path, description }];
  if (given === undefined) return one(`'${path}' is named in the mask and missing in the body.`);
  if (given === null) return one(`'${path}' cannot be removed by null. ${instead}`);
  if (!isObject(given)) return one(`'${path}' is not an object.`);
  if (stored === undefined) {
    return newKey?.test(key) ? keyViolations(path, key, fields, given) : one(`'${path}' is not there.`);
  }
  const sent = fieldsOf(fields, 'immutable').filter((name) => Object.hasOwn(given, name));
  return [
    ...keyViolations(path, key, fields, given),
    ...sent.flatMap((name) => changeOfImmutable(`${path}.${name}`, given[name], member(stored, name))),
  ];
}

type Changed = { readonly value: JsonObject } | { readonly violations: readonly FieldViolation[] };

/** Merges the members of the body into the stored entry or, if there is none, into a new one. */
export function changedEntry(entry: EntryChange): Changed {
  const violations = problems(entry);
  const { fields, given, stored } = entry;
  if (violations.length > 0 || !isObject(given)) return { violations };
  const ignored = [
    ...fieldsOf(fields, 'key', 'outputOnly'),
    ...(stored === undefined ? [] : fieldsOf(fields, 'immutable')),
  ];
  return { value: mergePatch(isObject(stored) ? stored : {}, omit(given, ...ignored)) };
}

interface Owner {
  readonly segments: readonly MaskSegment[];
  readonly rule: EntryRule;
  readonly fields: Fields;
}

/** The map entries that contain a path, the outermost first, without the path itself. */
function ownersOf(segments: readonly MaskSegment[], root: MaskNode): readonly Owner[] {
  const owners: Owner[] = [];
  let node: MaskNode | undefined = root;
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    node = 'key' in segment ? node?.entry : node?.fields.get(segment.field);
    const { rule, fields } = node ?? {};
    if (fields && rule?.kind === 'entry')
      owners.push({ segments: segments.slice(0, index + 1), rule, fields });
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
  return ownersOf(segments, root).flatMap(({ segments: owner, rule, fields }) => {
    const path = printMaskPath(owner);
    const key = nameOf(owner.at(-1)!);
    if (valueAt(draft, owner) !== undefined) return keyViolations(path, key, fields, valueAt(body, owner));
    const advice = rule.newKey?.test(key) ? '; a new entry is named as a whole' : '';
    return [{ field: path, description: `'${path}' is not there${advice}.` }];
  });
}
