import { readFileSync } from 'node:fs';

/** Vectors that the units were checked with; here they go over a socket. */
export function readVectors<Vectors>(name: string): Vectors {
  const file = new URL(`../../../vectors/conventions/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Vectors;
}
