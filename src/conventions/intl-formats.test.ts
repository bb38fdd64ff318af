import { expect, it, vi } from 'vitest';
import { dateFormat, numberFormat } from './intl-formats.ts';

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

it('each currency has its own format', () => {
  const texts = ['USD', 'JPY', 'USD'].map((currency) =>
    numberFormat('en-US', { style: 'currency', currency }).format(2),
  );
  expect(texts).toEqual(['$2.00', '¥2', '$2.00']);
});
