import { describe, expect, it } from 'vitest';
import { keptList } from './kept-views.ts';

const [a, b] = [{ id: 'a' }, { id: 'b' }];

function useList() {
  return keptList('items', ({ id }: { readonly id: string }, parent) => ({ name: `${parent}/${id}` }));
}

describe('The cached message of a list', () => {
  it('the message of a list has the views of its items and the token of the next page', () => {
    const list = useList();
    expect(list('x', [a, b], { nextPageToken: 't' })).toEqual({
      items: [{ name: 'x/a' }, { name: 'x/b' }],
      nextPageToken: 't',
    });
    expect(list('x', [], {})).toEqual({});
  });

  it('the cached message is used again if items, parent and token are the same', () => {
    const list = useList();
    const message = list('x', [a, b], { nextPageToken: 't' });
    list('y', [a, b], { nextPageToken: 't' });
    expect(list('x', [a, b], { nextPageToken: 't' })).toBe(message);
  });

  it.each([
    ['another parent', 'y', [a, b], { nextPageToken: 't' }],
    ['another item', 'x', [a, { id: 'b' }], { nextPageToken: 't' }],
    ['another order', 'x', [b, a], { nextPageToken: 't' }],
    ['fewer items', 'x', [a], { nextPageToken: 't' }],
    ['no item', 'x', [], { nextPageToken: 't' }],
    ['another token', 'x', [a, b], { nextPageToken: 'u' }],
    ['no token', 'x', [a, b], {}],
  ] as const)('a new message is made for %s', (_, parent, items, next) => {
    const list = useList();
    const message = list('x', [a, b], { nextPageToken: 't' });
    const other = list(parent, items, next);
    expect(other).not.toBe(message);
    expect(other).toEqual(useList()(parent, items, next));
  });
});
