import { upperFirst } from '../../../conventions/upper-first.ts';
import { dateReader } from '../map/dates.ts';

/** What the values of a column have in common. None of them is kept. */
export interface Contents {
  readonly filled: number;
  readonly isUnique: boolean;
  /** Formats that all values have, or all but a few: exports have wrong dates. */
  readonly dates: readonly string[];
  /** Values that do not have these formats. */
  readonly notDates: number;
  readonly isImage: boolean;
  readonly isNumber: boolean;
  /** The separator of values with several short codes. */
  readonly separator: string | undefined;
  /** How many dates follow each of these codes. */
  readonly datesOfCode: number;
  /** The table of codes that has all values. */
  readonly codes: CodeTable | undefined;
}

interface CodeTable {
  readonly element: string;
  readonly codes: Readonly<Record<string, string | number>>;
}

const DATE_FORMATS = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'YYYYMMDD',
  'DD-MON-YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'D.M.YYYY',
  'YYYY/MM/DD',
];

/** The times that drivers of databases and spreadsheets add to a date. */
const TIMES = [
  ' hh:mm:ss',
  'Thh:mm:ss',
  ' h:mm:ss',
  ' hh:mm',
  ' h:mm',
  ' h:mm:ss AM',
  ' hh:mm:ss Z',
  'Thh:mm:ssZ',
];

/** Years of two digits need a pivot in the map. */
const SHORT_FORMATS = [
  'DD/MM/YY',
  'MM/DD/YY',
  'DD.MM.YY',
  'DD-MM-YY',
  'MM-DD-YY',
  'DD-MON-YY',
  'D/M/YY',
  'M/D/YY',
];
export const isShort = (format: string) => SHORT_FORMATS.includes(format);

const readers = (formats: readonly string[]) =>
  formats.flatMap((format) => {
    const reader = dateReader(format, isShort(format) ? 0 : undefined);
    return typeof reader === 'string' ? [] : [{ format, reader }];
  });

const READERS = readers([...DATE_FORMATS, ...SHORT_FORMATS]);
const TIME_READERS = readers(DATE_FORMATS.flatMap((format) => TIMES.map((time) => format + time)));

/** Words for man and woman, as they are written in capitals, in small letters, and with a capital. */
const SEX_WORDS =
  'Male Female|Hombre Mujer|Masculino Femenino|Homme Femme|Masculin Féminin|Mann Frau|männlich weiblich|Maschio Femmina|Man Vrouw'
    .split('|')
    .map((pair) => pair.split(' '))
    .flatMap((pair) => [
      pair.map(upperFirst),
      pair.map((word) => word.toLowerCase()),
      pair.map((word) => word.toUpperCase()),
    ])
    .map(([man = '', woman = '']): CodeTable => ({ element: 'sex', codes: { [man]: 1, [woman]: 2 } }));

/** Tables of known codes. Only they come into a map, never values of the file. */
const TABLES: readonly CodeTable[] = [
  { element: 'sex', codes: { M: 1, F: 2, X: 9 } },
  { element: 'sex', codes: { M: 1, W: 2, D: 9, X: 9 } },
  { element: 'sex', codes: { H: 1, F: 2, X: 9 } },
  { element: 'sex', codes: { H: 1, M: 2, X: 9 } },
  { element: 'sex', codes: { V: 2, M: 1, X: 9 } },
  { element: 'sex', codes: { K: 2, M: 1 } },
  { element: 'sex', codes: { '1': 1, '2': 2, '9': 9, '0': 0 } },
  ...SEX_WORDS,
  {
    element: 'eye_colour',
    codes: {
      BLK: 'black',
      BLU: 'blue',
      BRO: 'brown',
      DIC: 'dichromatic',
      GRY: 'grey',
      GRN: 'green',
      HAZ: 'hazel',
      MAR: 'maroon',
      PNK: 'pink',
      UNK: 'unknown',
    },
  },
  {
    element: 'eye_colour',
    codes: { blau: 'blue', braun: 'brown', grün: 'green', grau: 'grey', schwarz: 'black' },
  },
  {
    element: 'eye_colour',
    codes: { bleu: 'blue', marron: 'brown', vert: 'green', gris: 'grey', noir: 'black', noisette: 'hazel' },
  },
  {
    element: 'eye_colour',
    codes: { azul: 'blue', marrón: 'brown', verde: 'green', gris: 'grey', negro: 'black' },
  },
];

/** Values that databases write where there is none. */
export const NOTHING = ['NULL', '\\N', '00/00/0000', '0000-00-00'];

const IMAGE = /\.(jpe?g|jp2|j2k)$/i;
const CODES = /^[A-Z0-9]{1,5}(?:([,;|/ ]) ?[A-Z0-9]{1,5})+$/;
/** Codes with a date or two behind each. */
const DATED_CODES =
  /^[A-Z0-9]{1,5}(?: [0-9./-]{8,10}){1,2}(?: ?([,;|]) ?[A-Z0-9]{1,5}(?: [0-9./-]{8,10}){1,2})*$/;

/** Of how many values one may be no date. */
const IN_FIVE = 5;

/** The formats that the most values have. */
function datesIn(values: readonly string[]): Pick<Contents, 'dates' | 'notDates'> {
  const hasTimes = values.some((value) => value.includes(':'));
  const found = (hasTimes ? TIME_READERS : READERS).map(({ format, reader }) => ({
    format,
    others: values.filter((value) => reader.read(value) === undefined).length,
  }));
  const fewest = Math.min(...found.map(({ others }) => others));
  if (values.length === 0 || fewest * IN_FIVE > values.length) return { dates: [], notDates: 0 };
  const dates = found.filter(({ others }) => others === fewest).map(({ format }) => format);
  return { dates, notDates: fewest };
}

const isEvery = (values: readonly string[], test: (value: string) => boolean) =>
  values.length > 0 && values.every(test);

function codesIn(values: readonly string[]): Pick<Contents, 'separator' | 'datesOfCode'> {
  if (isEvery(values, (value) => DATED_CODES.test(value))) {
    const items = values.flatMap((value) => value.split(/ ?[,;|] ?/));
    return {
      separator: values.map((value) => DATED_CODES.exec(value)?.[1]).find((found) => found !== undefined),
      datesOfCode: Math.max(...items.map((item) => item.split(' ').length)) - 1,
    };
  }
  const lists = values.flatMap((value) => CODES.exec(value)?.[1] ?? []);
  const isList = lists.length > 0 && values.every((value) => /^[A-Z0-9,;|/ ]{1,60}$/.test(value));
  return { separator: isList ? lists[0] : undefined, datesOfCode: 0 };
}

export function contentsOf(cells: readonly string[]): Contents {
  const values = cells.filter((cell) => cell !== '' && !NOTHING.includes(cell));
  return {
    filled: values.length,
    isUnique: values.length > 0 && new Set(values).size === values.length,
    ...datesIn(values),
    isImage: isEvery(values, (value) => IMAGE.test(value)),
    isNumber: isEvery(values, (value) => /^\d{1,15}$/.test(value)),
    ...codesIn(values),
    codes: TABLES.find(({ codes }) => isEvery(values, (value) => Object.hasOwn(codes, value))),
  };
}
