import { readFileSync } from 'node:fs';
import type { HolderImport } from '../../admin/contract/holders/methods.ts';
import { type Clock, DAY } from '../../conventions/time.ts';

const MDL = 'org.iso.18013.5.1';
const AAMVA = 'org.iso.18013.5.1.aamva';

/** A person of the demo, as in the file. */
interface Person {
  readonly id: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly birth_date: string;
  readonly sex: number;
  readonly height: number;
  readonly eye_colour: string;
  readonly hair_colour: string;
}

const fileOf = (name: string) => new URL(`../../../data/demo/${name}`, import.meta.url);

/** The people of the demo, who are fictional. `scripts/portraits.js` draws their portraits. */
export const people = (): readonly Person[] =>
  JSON.parse(readFileSync(fileOf('people.json'), 'utf8')) as readonly Person[];

/** People pass their test at this age. */
const FIRST_LICENCE = 19;
const ISSUED = '2024-03-01';
const ENDS = '2032-03-01';

const years = (day: string, more: number) => `${Number(day.slice(0, 4)) + more}${day.slice(4)}`;

/** What is special about the record of a person. */
export interface Special {
  /** The last day of the licence. */
  readonly expiryDate?: string;
  /** When the photo was taken. */
  readonly portraitTime?: string;
}

/** A licence that ended some days ago. */
export const expired = (clock: Clock, days: number): Special => ({
  expiryDate: new Date(clock() - days * DAY).toISOString().slice(0, 10),
});

/** The record of a person, after that of the first holder. */
export function recordOf(base: HolderImport, { id, ...person }: Person, special: Special = {}): HolderImport {
  const number = Number(id.slice(-2));
  const expiry_date = special.expiryDate ?? ENDS;
  const since = years(person.birth_date, FIRST_LICENCE);
  const [privilege = {}] = (base.elements[MDL]?.driving_privileges ?? []) as readonly object[];
  const [domestic = {}] = (base.elements[AAMVA]?.domestic_driving_privileges ?? []) as readonly {
    readonly domestic_vehicle_class?: object;
  }[];
  const dates = { issue_date: since, expiry_date };
  return {
    ...base,
    id,
    elements: {
      [MDL]: {
        ...base.elements[MDL],
        ...person,
        issue_date: ISSUED,
        expiry_date,
        portrait: readFileSync(fileOf(`portraits/${id}.jpg`)).toString('base64'),
        portrait_capture_date: special.portraitTime ?? `${ISSUED}T10:30:00Z`,
        document_number: `DX00500${id.slice(-2)}`,
        resident_address: `${200 + 7 * (number - 1)} Harbor Street`,
        age_birth_year: Number(person.birth_date.slice(0, 4)),
        driving_privileges: [{ ...privilege, ...dates }],
      },
      [AAMVA]: {
        ...base.elements[AAMVA],
        sex: person.sex,
        domestic_driving_privileges: [
          { ...domestic, domestic_vehicle_class: { ...domestic.domestic_vehicle_class, ...dates } },
        ],
      },
    },
  };
}
