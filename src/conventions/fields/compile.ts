import { LRUCache } from 'lru-cache';
import { isObject, put } from '../json.ts';
import type { Schema } from '../json-schema.ts';
import { checkFields } from './check.ts';
import { ANY, parseFields, type Selection } from './parse.ts';

/** A compiled selection: what is selected below each named member, and below every member. */
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

/** A name and a wildcard on the same level select the union of both. */
function below(steps: readonly Step[], name: string): readonly Step[] {
  if (steps.length > 1) return steps.flatMap((step) => below([step], name));
  const { named, any } = steps[0]!;
  const own = named.get(name);
  if (own === undefined) return any;
  return any.length === 0 ? own : [...own, ...any];
}

/** Whether parts of a value can be selected, which is not so for scalars and lists of scalars. */
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

/** Keeps the number and order of elements: an element without selected members becomes `{}`. */
function projectValue(value: unknown, steps: readonly Step[]): unknown {
  if (Array.isArray(value)) return value.map((item) => projectValue(item, steps));
  return isObject(value) ? projectObject(value, steps) : {};
}

/**
 * Returns the selected part of values that fit the schema, with the members in their original order. The
 * result shares values with the source, which is not changed.
 */
function projector(selection: Selection): (value: unknown) => unknown {
  const steps = [stepOf(selection)];
  return (value) => projectValue(value, steps);
}

/** Returns a reduced response and does not change the original. */
export type Projection = (response: unknown) => unknown;

export const everything: Projection = (response) => response;

/**
 * Compiles a mask and checks it against the schema. An absent or empty mask selects everything. Throws
 * INVALID_FIELD_SELECTION.
 */
export function compileFields(schema: Schema, mask: string | undefined): Projection {
  if (mask === undefined || mask.trim() === '') return everything;
  const selection = parseFields(mask);
  checkFields(schema, selection);
  return projector(selection);
}

interface CacheOptions {
  /** Number of cached masks per schema. */
  readonly masks?: number;
  /** Longest mask that is cached, in code units. */
  readonly length?: number;
}

/** `compileFields` with a cache of the last used masks for each schema. */
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
