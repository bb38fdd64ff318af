import { invalidArgument } from '../refusal.ts';
import { QUOTED, scannerOf, unquoted } from '../scanner.ts';
import type { FieldViolation, StatusError } from '../status.ts';

export const INVALID_FILTER = 'INVALID_FILTER';

export function filterViolation(problem: string, metadata: FieldViolation['metadata'] = {}): FieldViolation {
  return { field: 'filter', description: `Invalid filter: ${problem}.`, metadata };
}

/** The filter cannot be parsed. */
function unreadableFilter(problem: string, metadata?: FieldViolation['metadata']): StatusError {
  const violation = filterViolation(problem, metadata);
  return invalidArgument(INVALID_FILTER, violation.description, [violation]);
}

/** `IN(FIELD, "a", "b")` */
export interface FilterCall {
  readonly name: string;
  readonly field: string;
  readonly values: readonly string[];
}

/** Maximum length, equal to that of the longest accepted URL. */
const MAX_LENGTH = 65_536;
const MAX_CALLS = 100;

const SPACE = /[ \t\r\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const AND = /AND\b/y;
const OR = /OR\b/y;

/**
 * filter = call *( AND call ); call = name "(" field 1*( "," string ) ")". Parsed in one pass. Throws
 * INVALID_FILTER.
 */
export function parseFilter(filter: string): readonly FilterCall[] {
  if (filter.length > MAX_LENGTH) throw unreadableFilter(`it is longer than ${MAX_LENGTH} characters`);
  const scanner = scannerOf(filter);

  function refuse(expected: string): never {
    const position = String(scanner.position + 1);
    throw unreadableFilter(`${expected} is expected at character ${position}`, { expected, position });
  }

  function take(pattern: RegExp, expected: string): RegExpExecArray {
    const match = scanner.take(pattern) ?? refuse(expected);
    scanner.take(SPACE);
    return match;
  }

  function accept(character: string): boolean {
    const accepted = scanner.accept(character);
    if (accepted) scanner.take(SPACE);
    return accepted;
  }

  function expect(character: string): void {
    if (!accept(character)) refuse(`'${character}'`);
  }

  const value = () => unquoted(take(QUOTED, 'a value in quotes'));

  function call(): FilterCall {
    const [name] = take(NAME, 'a function');
    expect('(');
    const [field] = take(NAME, 'a field');
    expect(',');
    const values = [value()];
    while (accept(',')) values.push(value());
    expect(')');
    return { name, field, values };
  }

  scanner.take(SPACE);
  const calls = [call()];
  while (!scanner.atEnd) {
    if (scanner.take(OR)) throw unreadableFilter('OR is not supported; functions are joined by AND');
    take(AND, 'AND');
    if (calls.length === MAX_CALLS) throw unreadableFilter(`it has more than ${MAX_CALLS} functions`);
    calls.push(call());
  }
  return calls;
}
