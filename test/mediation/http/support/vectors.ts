import { readFileSync } from 'node:fs';

/** Test vectors of the unit tests, which these tests send to a server. */
export function readVectors<Vectors>(name: string): Vectors {
  const file = new URL(`../../../vectors/conventions/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Vectors;
}
