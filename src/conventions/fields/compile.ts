import { LRUCache } from 'lru-cache';
import { isObject, put } from '../json.ts';
import type { Schema } from '../json-schema.ts';
import { checkFields } from './check.ts';
import { ANY, parseFields, type Selection } from './parse.ts';

/** A selection made ready: what it says of a member, by name and for all names. */
interface Step {
  readonly whole: boolean;
  readonly named: ReadonlyMap<string, readonly Step[]>;
  readonly any: readonly Step[];
}

const NONE: readonly Step[] = [];

function stepOf({ whole, children }: Selection): Step {
  const named = new Map([...children].map(([name, child]) => [name, [stepOf(child)]] as const));
  const any = named.get(ANY) ?? NONE;
  named.delete(ANY);
  return { whole, named, any };
}

/** A name and the wildcard beside it select the union of both. */
function below(steps: readonly Step[], name: string): readonly Step[] {
  if (steps.length > 1) return steps.flatMap((step) => below([step], name));
  const { named, any } = steps[0]!;
  const own = named.get(name);
  if (own === undefined) return any;
  return any.length === 0 ? own : [...own, ...any];
}

/** Whether names can be selected in a value: a list of scalars is as closed as a scalar. */
function isOpen(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 || value.some(isOpen) : isObject(value);
}

function projectObject(value: Readonly<Record<string, unknown>>, steps: readonly Step[]): object {
  const kept = {};
  for (const name of Object.keys(value)) {
    const chosen = below(steps, name);
    if (chosen.length === 0) continue;
    const child = value[name];
    if (chosen.some(({ whole }) => whole)) put(kept, name, child);
    else if (isOpen(child)) put(kept, name, projectValue(child, chosen));
  }
  return kept;
}

/** Elements stay in number and order, so that what holds nothing selected is `{}`. */
function projectValue(value: unknown, steps: readonly Step[]): unknown {
  if (Array.isArray(value)) return value.map((item) => projectValue(item, steps));
  return isObject(value) ? projectObject(value, steps) : {};
}

/**
 * Takes the selected part of values that fit the schema of the selection, in their own order of members.
 * Selected values are shared with the source, which is left as it is.
 */
function projector(selection: Selection): (value: unknown) => unknown {
  const steps = [stepOf(selection)];
  return (value) => projectValue(value, steps);
}

/** Reduces a response; the response itself is left as it is. */
export type Projection = (response: unknown) => unknown;

const everything: Projection = (response) => response;

/** The projection of a mask that fits the schema; an absent or empty mask is everything. Throws INVALID_FIELD_SELECTION. */
export function compileFields(schema: Schema, mask: string | undefined): Projection {
  if (mask === undefined || mask.trim() === '') return everything;
  const selection = parseFields(mask);
  checkFields(schema, selection);
  return projector(selection);
}

interface CacheOptions {
  /** Masks kept for one schema. */
  readonly masks?: number;
  /** Longest mask that is kept, in code units. */
  readonly length?: number;
}

/** `compileFields` that keeps the masks used last, for each schema apart. */
export function fieldsCompiler({ masks = 64, length = 512 }: CacheOptions = {}): typeof compileFields {
  const ofSchema = new WeakMap<Schema, LRUCache<string, Projection>>();
  return (schema, mask) => {
    if (mask === undefined || mask.length > length) return compileFields(schema, mask);
    const kept = ofSchema.get(schema) ?? new LRUCache<string, Projection>({ max: masks });
    ofSchema.set(schema, kept);
    const known = kept.get(mask);
    if (known !== undefined) return known;
    const projection = compileFields(schema, mask);
    kept.set(mask, projection);
    return projection;
  };
}
