import fc from 'fast-check';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { property } from '../../test/support/runs.ts';
import { compileFields, everything } from './fields/compile.ts';
import { printJson } from './json.ts';
import { printInTurns, takesLong } from './print-list.ts';

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
const list = fc.array(value, { minLength: 101, maxLength: 130 });

it.each([true, false])('what is printed in turns is the same text, indented: %s', async (pretty) => {
  const message = fc.dictionary(fc.string(), fc.oneof(value, fc.constant(undefined)));
  await fc.assert(
    fc.asyncProperty(message, fc.string(), list, async (others, name, items) => {
      const long = { ...others, last: 'a\nb', [name]: items };
      expect(takesLong(long, everything)).toBe(true);
      expect(await printInTurns(long, everything, pretty)).toBe(printJson(long, pretty));
    }),
    property(50),
  );
});

const lines = Type.Record(Type.String(), Type.Object({ id: Type.String(), state: Type.String() }));
const group = Type.Object({ name: Type.String(), ids: Type.Array(Type.String()), lines });
const groups = Type.Object({ groups: Type.Array(group), next: Type.String() });

it.each([
  'groups',
  'groups/name',
  'groups/ids',
  'groups/lines/*/id',
  'groups(name,lines(a/state))',
  'next',
  'groups/lines/b',
  '*/name',
])('what is selected by %s in turns is the same as at once', async (fields) => {
  const project = compileFields(groups as never, fields);
  const line = { id: 'a', state: 'ENABLED' };
  for (const message of [
    {
      groups: [
        { name: 'one', ids: ['x'], lines: { a: line } },
        { name: 'two', ids: [], lines: {} },
      ],
      next: 'x',
    },
    { groups: [], next: 'x' },
    { next: 'x' },
  ])
    expect(await printInTurns(message, project, true)).toBe(printJson(project(message), true));
});

it('a selection from two elements takes its turns, because they can have many members', () => {
  const message = { groups: [{ name: 'one' }, { name: 'two' }] };
  expect(takesLong(message, compileFields(groups as never, 'groups/name'))).toBe(true);
  expect(takesLong(message, everything)).toBe(false);
});

it('others have their turn while a long list is printed', async () => {
  const items = Array.from({ length: 2000 }, (_, index) => ({ index, text: 'x'.repeat(5000) }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await printInTurns({ items }, everything, true);
  isOver = true;
  expect(turns).toBeGreaterThan(0);
});
