import { describe, expect, it } from 'vitest';
import { declaredPaths } from './declared-paths.ts';

const LINE = { properties: { cpmMicros: {} } };
const SHAPES = [
  { properties: { displayName: {}, groupLines: { additionalProperties: LINE } } },
  { properties: { holders: { items: { properties: { id: {} } } } } },
];
const declared = declaredPaths(() => SHAPES);

describe('The path of a declared member', () => {
  it.each([
    ['of a request', 'displayName', 'displayName'],
    ['in snake_case', 'display_name', 'displayName'],
    ['below a key that the client chose', 'groupLines["secret"].cpmMicros', 'groupLines[].cpmMicros'],
    ['of an item of a list', 'holders.0.id', 'holders[].id'],
  ])('%s', (_, path, shown) => expect(declared(path)).toBe(shown));

  it.each(['secret', 'displayName.secret', 'groupLines.secret.cpmMicros', ''])(
    'is undefined if it has a name that no shape declares: %j',
    (path) => expect(declared(path)).toBeUndefined(),
  );
});
