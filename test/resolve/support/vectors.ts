import { readFileSync } from 'node:fs';
import type { ResolveVectors } from './check-vectors.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../vectors/resolve/${name}.json`, import.meta.url), 'utf8'));

export const VECTORS = {
  slots: read('slots'),
  resolutions: read('resolutions'),
  documents: read('documents'),
} as ResolveVectors;

/** The refreshSeconds of each resolution is a separate case. */
export const CASES =
  VECTORS.slots.cases.length + 2 * VECTORS.resolutions.cases.length + VECTORS.documents.cases.length;
