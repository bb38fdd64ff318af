import { expect, it } from 'vitest';
import { isCalendarDay } from './time.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Months 0 to 13 and days 0 to 32 of a year. */
const texts = (year: number) =>
  Array.from({ length: 14 * 33 }, (_, n) => `${String(year).padStart(4, '0')}-${two(n % 14)}-${two(n % 33)}`);

it.each([0, 1900, 2000, 2023, 2024, 9999])('exactly the days of the year %i exist', (year) => {
  for (const text of texts(year)) {
    const day = new Date(`${text}T00:00:00Z`);
    const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
    expect({ text, exists: isCalendarDay(text) }).toEqual({ text, exists });
  }
});
