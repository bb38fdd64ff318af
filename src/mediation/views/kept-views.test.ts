import { describe, expect, it } from 'vitest';
import { messageJson } from '../../conventions/index.ts';
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
    messageJson(message, true);
    messageJson(list('y', [a, b], { nextPageToken: 't' }), true);
    expect(list('x', [a, b], { nextPageToken: 't' })).toBe(message);
  });

  it.each([
    ['that is too long to cache', { id: 'x'.repeat(100_000) }, true],
    ['of which only selected members were answered', a, false],
  ])('a list %s is made again', (_, item, isPrinted) => {
    const list = useList();
    const message = list('x', [item], {});
    if (isPrinted) messageJson(message, true);
    expect(list('x', [item], {})).not.toBe(message);
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
    messageJson(message, true);
    const other = list(parent, items, next);
    expect(other).not.toBe(message);
    expect(other).toEqual(useList()(parent, items, next));
  });
});
