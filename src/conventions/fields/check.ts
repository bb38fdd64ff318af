import { mapValueOf, propertyOf, type Schema } from '../json-schema.ts';
import { MOST_VIOLATIONS } from '../refusal.ts';
import { ANY, invalidFieldSelection, type Selection } from './parse.ts';

/** A selection on an array applies to each of its elements. */
function element(schema: Schema): Schema {
  let inner = schema;
  while (inner.items) inner = inner.items;
  return inner;
}

function named(schema: Schema, name: string): readonly Schema[] {
  const member = propertyOf(schema, name) ?? mapValueOf(schema);
  return member ? [element(member)] : [];
}

function children(schema: Schema): readonly Schema[] {
  const value = mapValueOf(schema);
  const all = Object.values(schema.properties ?? {});
  return (value ? [...all, value] : all).map(element);
}

const isObjectSchema = (schema: Schema) => schema.type === 'object';

/** `a/*` selects all of `a`. The mask is valid even if the object has no members. */
function selectsAll(name: string, { children: below }: Selection, schemas: readonly Schema[]): boolean {
  return name === ANY && below.size === 0 && schemas.some(isObjectSchema);
}

/**
 * Checks all paths against the schema of the response. After a wildcard one matching member is enough. Throws
 * INVALID_FIELD_SELECTION.
 */
export function checkFields(schema: Schema, selection: Selection): void {
  const unknown: string[] = [];

  function visit(node: Selection, schemas: readonly Schema[], path: readonly string[]): void {
    for (const [name, child] of node.children) {
      if (unknown.length === MOST_VIOLATIONS) return;
      const below = [...path, name];
      const fitting = schemas.flatMap((one) => (name === ANY ? children(one) : named(one, name)));
      if (fitting.length > 0) visit(child, [...new Set(fitting)], below);
      else if (!selectsAll(name, child, schemas)) unknown.push(below.join('/'));
    }
  }

  visit(selection, [element(schema)], []);
  if (unknown.length > 0) throw invalidFieldSelection(unknown.map((path) => ({ selection: path })));
}
