import { expect, it, vi } from 'vitest';
import { dateFormat, unbroken } from './date-format.ts';

it('the times of a list are written with one format', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let row = 0; row < 50; row += 1) dateFormat('de-CH', { dateStyle: 'full' }).format(row);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});

it('each time zone has its own format', () => {
  const texts = ['UTC', 'Asia/Tokyo', 'UTC'].map((timeZone) =>
    dateFormat('en-GB', { timeStyle: 'short', timeZone }).format(0),
  );
  expect(texts).toEqual(['00:00', '09:00', '00:00']);
});

it.each([
  ['23 Sept 2027', '23~Sept~2027'],
  ['23 Sept 2027, 14:05 UTC', '23~Sept~2027, 14:05~UTC'],
  ['27 Oct – 23 Nov 2026', '27~Oct – 23~Nov~2026'],
])('%s is broken into lines only after a comma, or beside a dash: %s', (text, marked) => {
  expect(unbroken(text).replaceAll('\u00a0', '~')).toBe(marked);
});
