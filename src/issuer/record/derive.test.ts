import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../../test/support/runs.ts';
import { DAY } from '../../conventions/time.ts';
import { DOCUMENT_TYPES, type TypeNamespace } from '../document-types/index.ts';
import { ageOn, dayIn, type LeapDayBirthday } from './calendar.ts';
import { deriveElements, firstChange } from './derive.ts';

const LIMITS = [2, 5, 18, 21];

/** A namespace with all three rules of derivation, for ages that are reached within the tested years. */
const NAMESPACE: TypeNamespace = {
  name: 'example',
  clause: 'example 1',
  elements: [
    { identifier: 'birth_date', type: 'full-date' },
    { identifier: 'age_in_years', type: 'uint', derive: { rule: 'ageInYears', from: 'birth_date' } },
    { identifier: 'age_birth_year', type: 'uint', derive: { rule: 'ageBirthYear', from: 'birth_date' } },
    {
      identifier: 'age_over_NN',
      identifierPattern: '^age_over_[0-9]{2}$',
      type: 'boolean',
      derive: { rule: 'ageOver', from: 'birth_date', ages: LIMITS },
    },
  ],
};

function derived(birth: string, today: string, leapDayBirthday: LeapDayBirthday, namespace = NAMESPACE) {
  const context = { birthOf: () => birth, today };
  return deriveElements({ leapDayBirthday }, namespace, ['birth_date'], context);
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Each day of a life with the age on that day. The age increases on each anniversary. */
function* life(birth: string, days: number, leapDayBirthday: LeapDayBirthday) {
  const start = Date.parse(birth);
  const anniversary = new Date(start).toISOString().slice(5, 10);
  let age = 0;
  for (let index = 0; index < days; index += 1) {
    const time = start + index * DAY;
    const today = dayAt(time);
    const monthDay = today.slice(5);
    const tomorrow = dayAt(time + DAY).slice(5);
    const yesterday = dayAt(time - DAY).slice(5);
    const inPlace =
      leapDayBirthday === '03-01'
        ? monthDay === '03-01' && yesterday === '02-28'
        : monthDay === '02-28' && tomorrow === '03-01';
    if (index > 0 && (monthDay === anniversary || (anniversary === '02-29' && inPlace))) age += 1;
    yield { today, age };
  }
}

describe('Derived elements (A1)', () => {
  const births = ['2000-02-29', '2003-03-01', '2003-02-28', '2004-12-31', '2004-01-01', '2001-07-16'];

  it.each(births.flatMap((birth) => (['02-28', '03-01'] as const).map((leap) => ({ birth, leap }))))(
    'derived elements are correct on every day of a life: %j',
    ({ birth, leap }) => {
      const days = [...life(birth, 23 * 366, leap)];
      const expected = ({ age }: { age: number }) => ({
        age_in_years: age,
        age_birth_year: Number(birth.slice(0, 4)),
        age_over_02: age >= 2,
        age_over_05: age >= 5,
        age_over_18: age >= 18,
        age_over_21: age >= 21,
      });
      let announced = firstChange(derived(birth, birth, leap).values());
      for (const [index, day] of days.entries()) {
        const now = derived(birth, day.today, leap);
        const values = Object.fromEntries([...now].map(([identifier, { value }]) => [identifier, value]));
        const before = days[index - 1];
        const changed = before !== undefined && before.age !== day.age;
        if (JSON.stringify(values) !== JSON.stringify(expected(day)))
          expect({ day, values }).toEqual(expected(day));
        if (changed !== (announced === day.today)) expect({ day, announced }).toEqual({ changed });
        announced = firstChange(now.values());
      }
    },
  );

  it('derived elements change on the announced day, not earlier', () => {
    const date = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((one) => one.toISOString().slice(0, 10));
    const check = fc.property(date, date, (one, other) => {
      const [birth = '', today = ''] = [one, other].toSorted();
      for (const { value, changesOn } of derived(birth, today, '03-01').values()) {
        if (changesOn === undefined) continue;
        expect(changesOn > today).toBe(true);
        const dayBefore = dayAt(Date.parse(changesOn) - DAY);
        expect([...derived(birth, dayBefore, '03-01').values()].some((then) => then.value === value)).toBe(
          true,
        );
      }
    });
    fc.assert(check, property(500));
  });

  it('no age is derived from a future or missing birth date', () => {
    expect(derived('2026-11-22', '2026-11-21', '03-01').size).toBe(0);
    const context = { birthOf: () => undefined, today: '2026-11-21' };
    expect(deriveElements({}, NAMESPACE, [], context).size).toBe(0);
  });

  it('the driving licence always gets certain age_over_NN elements, and others only if they were given', () => {
    const mdl = DOCUMENT_TYPES.get('org.iso.18013.5.1.mDL')?.namespaces[0] as TypeNamespace;
    const context = { birthOf: () => '1961-11-22', today: '2026-11-21' };
    const values = (present: readonly string[]) =>
      Object.fromEntries(
        [...deriveElements({}, mdl, present, context)].map(([name, { value }]) => [name, value]),
      );
    const added = {
      age_birth_year: 1961,
      age_over_16: true,
      age_over_18: true,
      age_over_21: true,
      age_over_25: true,
      age_over_60: true,
      age_over_62: true,
      age_over_65: false,
    };
    expect(values(['birth_date'])).toEqual(added);
    expect(values(['age_in_years', 'age_over_64'])).toEqual({
      ...added,
      age_in_years: 64,
      age_over_64: true,
    });
  });
});

describe('The date at the issuer', () => {
  it.each([
    ['UTC', '2026-11-21T23:59:59Z', '2026-11-21'],
    ['America/Denver', '2026-11-22T06:59:59Z', '2026-11-21'],
    ['America/Denver', '2026-11-22T07:00:00Z', '2026-11-22'],
    ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
  ])('in %s at %s the date is %s', (timeZone, time, day) => {
    expect(dayIn(timeZone, Date.parse(time))).toBe(day);
  });

  it('an age is computed by the date in the configured time zone, not in that of the server', () => {
    const midnight = Date.parse('2026-11-21T00:00:00Z');
    expect(ageOn(dayIn('UTC', midnight), '2008-11-21', '03-01')).toBe(18);
    expect(ageOn(dayIn('America/Denver', midnight), '2008-11-21', '03-01')).toBe(17);
  });
});
