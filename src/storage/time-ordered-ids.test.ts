import { expect, it } from 'vitest';
import { timeOrderedIds } from './time-ordered-ids.ts';

it('ids sort in the order in which they were made, also if the clock stands still for a million of them', () => {
  const newId = timeOrderedIds(
    () => 1,
    (target) => target,
  );
  // As after a clock that was ahead: all ids have the time of the last one before it was set back.
  for (let made = 0; made < 999_990; made += 1) newId();
  const around = Array.from({ length: 20 }, newId);
  expect(around.toSorted()).toEqual(around);
});
