import { expect, it } from 'vitest';
import { ImportSpeed } from './import-speed.ts';

it('tells the share that is done, the speed, and the time that is left', () => {
  let now = 0;
  const pace = new ImportSpeed(() => now);
  now = 30_000;
  expect(pace.text(24_600, 0.25)).toBe('25%, 820 records/s, 90 s left');
  expect(pace.text(24_600, 0.05)).toBe('5%, 820 records/s, 10 min left');
  expect(pace.text(0, 0)).toBe('0%, 0 records/s');
  expect(pace.total(36_900)).toBe('in 30 s, 1\u202f230 records/s');
});
