import {
  type DocumentType,
  identifiersOf,
  type TypeNamespace,
  type ValueType,
} from '../document-types/index.ts';
import { ageOn, birthdayIn, type Day, type LeapDayBirthday, yearOf } from './calendar.ts';

/**
 * A value that is derived from a date of birth, and the day on which it changes. For most adults it never
 * changes again.
 */
export interface Derived {
  readonly value: boolean | number;
  readonly changesOn?: Day;
}

interface Person {
  readonly birth: Day;
  readonly today: Day;
  readonly leapDayBirthday: LeapDayBirthday;
}

type Rule = NonNullable<ValueType['derive']>['rule'];

/** The NN of `age_over_NN`. */
const limitOf = (identifier: string) => Number(identifier.slice(-2));

/** ISO 18013-5 7.2.5: aged NN or older. */
function ageOver({ birth, today, leapDayBirthday }: Person, identifier: string): Derived {
  const reached = birthdayIn(yearOf(birth) + limitOf(identifier), birth, leapDayBirthday);
  return reached <= today ? { value: true } : { value: false, changesOn: reached };
}

function ageInYears({ birth, today, leapDayBirthday }: Person): Derived {
  const age = ageOn(today, birth, leapDayBirthday);
  return { value: age, changesOn: birthdayIn(yearOf(birth) + age + 1, birth, leapDayBirthday) };
}

const RULES: Readonly<Record<Rule, (person: Person, identifier: string) => Derived>> = {
  ageOver,
  ageInYears,
  ageBirthYear: ({ birth }) => ({ value: yearOf(birth) }),
};

/** The identifiers that are added to every record. */
function addedBy({ derive, identifier = '', identifierPattern }: ValueType): readonly string[] {
  if (!derive || derive.onlyGiven) return [];
  if (identifierPattern === undefined) return [identifier];
  return (derive.ages ?? []).map((age) => identifier.replace('NN', age.toString().padStart(2, '0')));
}

/**
 * The derived elements of a namespace, by identifier: those that its type adds, and those in `present` that
 * depend on a date of birth. There are none if the date is missing or in the future.
 */
export function deriveElements(
  { leapDayBirthday = '03-01' }: Pick<DocumentType, 'leapDayBirthday'>,
  { elements }: TypeNamespace,
  present: Iterable<string>,
  context: { readonly birthOf: (identifier: string) => Day | undefined; readonly today: Day },
): ReadonlyMap<string, Derived> {
  const { birthOf, today } = context;
  const derived = new Map<string, Derived>();
  const left = new Set(present);
  for (const type of elements) {
    const own = identifiersOf(type, left);
    for (const identifier of own) left.delete(identifier);
    if (!type.derive) continue;
    const birth = birthOf(type.derive.from);
    if (birth === undefined || birth > today) continue;
    const rule = RULES[type.derive.rule];
    for (const identifier of new Set([...addedBy(type), ...own])) {
      derived.set(identifier, rule({ birth, today, leapDayBirthday }, identifier));
    }
  }
  return derived;
}

/** The first day on which one of the values changes. */
export function firstChange(derived: Iterable<Derived>): Day | undefined {
  const days = [...derived].flatMap(({ changesOn }) => (changesOn === undefined ? [] : [changesOn]));
  return days.sort()[0];
}
