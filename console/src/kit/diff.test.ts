import { describe, expect, it } from 'vitest';
import { diffLines, folded } from './diff.ts';

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `line ${from + index}`);

describe('A difference', () => {
  it('the difference of two texts marks removed and added lines and shows unchanged ones', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
    ]);
  });

  it('the difference counts unchanged lines far from a change instead of showing them', () => {
    const shown = folded(
      diffLines([...lines(10), 'old', ...lines(6, 10)], [...lines(10), 'new', ...lines(6, 10)]),
    );
    expect(shown.map((one) => (one.kind === 'gap' ? one.count : one.text))).toEqual([
      6,
      ...lines(4, 6),
      'old',
      'new',
      ...lines(4, 10),
      2,
    ]);
  });

  it('the difference of equal texts shows the whole text', () => {
    expect(folded(diffLines(lines(20), lines(20)))).toHaveLength(20);
  });
});
