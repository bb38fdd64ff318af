import { LRUCache } from 'lru-cache';
import type { Schema } from '../json-schema.ts';
import { checkFields } from './check.ts';
import { parseFields } from './parse.ts';
import { projector } from './project.ts';

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
