import { CellError } from './cell-error.ts';

/** The decimal marks that files have; the other one may separate groups of digits. */
export const MARKS = ['.', ','] as const;
export type Mark = (typeof MARKS)[number];

/** A number as it is written. */
interface Written {
  readonly isNegative: boolean;
  /** A currency sign or code, before or behind; '' if there is none. */
  readonly sign: string;
  /** From the first digit to the last. */
  readonly digits: string;
}

/** Cells without a value: exports write dashes, too. */
const ABSENT = /^(?:[-–—−]*|n\/?a|null)$/i;

export const isAbsent = (text: string): boolean => ABSENT.test(text);

const DIGIT = /\d/;
const MINUS = /^[-–−]|[-–−]$/;
const SIGN = /^[\p{L}\p{Sc}][\p{L}\p{Sc}.]*$/u;

/** Accountants write negative numbers in parentheses. */
const IN_PARENTHESES = /^\((.*)\)$/;

function writtenOf(text: string): Written | undefined {
  const [, inner] = IN_PARENTHESES.exec(text) ?? [];
  const whole = inner ?? text;
  const first = whole.search(DIGIT);
  if (first < 0) return undefined;
  let last = whole.length - 1;
  while (!DIGIT.test(whole.charAt(last))) last -= 1;
  const head = whole.slice(0, first).trim();
  const before = head.replace(MINUS, '').trim();
  const after = whole.slice(last + 1).trim();
  if ((before !== '' && after !== '') || ![before, after].every((sign) => sign === '' || SIGN.test(sign)))
    return undefined;
  const isNegative = inner !== undefined || MINUS.test(head);
  return { isNegative, sign: before + after, digits: whole.slice(first, last + 1) };
}

const SPACES_AND_APOSTROPHES = " \u00a0\u2007\u2009\u202f'’ʼ";

interface Forms {
  readonly plain: RegExp;
  /** With the same sign between all groups. A first group of 0 would have no need of one. */
  readonly grouped: RegExp;
}

function formsOf(mark: Mark): Forms {
  const group = mark === '.' ? ',' : '.';
  const fraction = `(?:\\${mark}\\d+)?`;
  return {
    plain: new RegExp(`^\\d+${fraction}(?:[eE][+-]?\\d{1,2})?$`),
    grouped: new RegExp(
      `^[1-9]\\d{0,2}([${SPACES_AND_APOSTROPHES}${group}])\\d{3}(?:\\1\\d{3})*${fraction}$`,
    ),
  };
}

const FORMS: Readonly<Record<Mark, Forms>> = { '.': formsOf('.'), ',': formsOf(',') };

/** 12,34,567.89: in India, only the last group has three digits. */
const INDIAN = /^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/;

/** The digits with a point before the fraction, and without groups; undefined if they have another form. */
function plainDigits(digits: string, mark: Mark): string | undefined {
  const { plain, grouped } = FORMS[mark];
  if (plain.test(digits)) return digits.replace(mark, '.');
  if (!grouped.test(digits) && !(mark === '.' && INDIAN.test(digits))) return undefined;
  const [whole = '', fraction] = digits.split(mark);
  return whole.replaceAll(/\D/g, '') + (fraction === undefined ? '' : `.${fraction}`);
}

/** A fraction of three zeros is a group: exports write counts with no fraction, or with one or two zeros. */
const WHOLE = /^(\d{1,15})(?:\.(?!000$)0+)?$/;

/** How the numbers of a column are read. */
export interface Kind {
  /** The text of a number in the form that is expected; undefined if it is none of them. */
  readonly read: (plain: string) => string | undefined;
  readonly problem: string;
}

export const COUNT: Kind = {
  read: (plain) => WHOLE.exec(plain)?.[1],
  problem: 'is not a whole number from 0',
};

export const AMOUNT: Kind = { read: (plain) => plain, problem: 'is not an amount such as 12.34' };

function readAs({ digits }: Written, mark: Mark, { read }: Kind): string | undefined {
  const plain = plainDigits(digits, mark);
  return plain === undefined ? undefined : read(plain);
}

interface MarkOptions {
  /** What a profile says. */
  readonly decimal?: Mark | undefined;
  /** Between the cells of the file. A comma there means that a lone point is no separator of groups. */
  readonly separator: string;
}

/** The decimal mark of a column, found from all of its cells; undefined if they can be read with both. */
export function markOf(
  texts: Iterable<string>,
  kind: Kind,
  { decimal, separator }: MarkOptions,
): Mark | undefined {
  if (decimal !== undefined) return decimal;
  const failures = { '.': 0, ',': 0 };
  let [isOpen, hasComma] = [false, false];
  for (const text of texts) {
    const written = isAbsent(text) ? undefined : writtenOf(text);
    if (!written) continue;
    const [point, comma] = MARKS.map((mark) => readAs(written, mark, kind));
    if (point === undefined) failures['.'] += 1;
    if (comma === undefined) failures[','] += 1;
    isOpen ||= point !== undefined && comma !== undefined && point !== comma;
    hasComma ||= written.digits.includes(',');
  }
  if (failures['.'] !== failures[',']) return failures['.'] < failures[','] ? '.' : ',';
  return isOpen && (hasComma || separator !== ',') ? undefined : '.';
}

interface ReadNumber {
  /** Digits, with a point before a fraction. */
  readonly text: string;
  readonly isNegative: boolean;
  readonly sign: string;
}

/** Reads a cell of a column with this mark. @throws Mistake */
export function readNumber(text: string, kind: Kind, mark: Mark | undefined): ReadNumber {
  const written = writtenOf(text);
  const [point, comma] = MARKS.map((each) => written && readAs(written, each, kind));
  if (!written || (point === undefined && comma === undefined)) throw new CellError(kind.problem);
  if (mark === undefined && point !== comma)
    throw new CellError(
      `is ${point} or ${comma}; say in a profile which mark is before fractions, such as "decimal": ","`,
    );
  const read = mark === ',' ? comma : point;
  if (read === undefined)
    throw new CellError(`${kind.problem}; the mark before fractions is “${mark}” in the rest of the column`);
  const { isNegative, sign } = written;
  return { text: read, isNegative: isNegative && /[1-9]/.test(read), sign };
}
