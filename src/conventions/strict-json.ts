/** An object of a JSON text has a member twice. */
export class RepeatedMemberError extends SyntaxError {
  override readonly name = 'RepeatedMemberError';
  /** The name of the member, as sent by a client. */
  readonly member: string;

  constructor(member: string) {
    super('an object has a member twice');
    this.member = member;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Finds the quote that ends a string. */
function closingQuote(json: string, from: number): number {
  const first = json.indexOf('"', from);
  if (json.charCodeAt(first - 1) !== BACKSLASH) return first;
  // Testing each quote would be slow if all of them are escaped.
  let at = from;
  while (json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** The string between two quotes: `"a"` and `"\u0061"` are the same. */
function stringBetween(json: string, open: number, close: number): string {
  const text = json.slice(open + 1, close);
  return text.includes('\\') ? (JSON.parse(json.slice(open, close + 1)) as string) : text;
}

/** Checks a text that JSON.parse takes. @throws RepeatedMemberError for the first member that one object has twice */
export function checkMembers(json: string): void {
  /** Member names so far, for each object around the position; undefined for an array. */
  const around: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined;
  let expectsName = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case QUOTE: {
        const close = closingQuote(json, at + 1);
        if (expectsName && names !== undefined) {
          const name = stringBetween(json, at, close);
          if (names.has(name)) throw new RepeatedMemberError(name);
          names.add(name);
          expectsName = false;
        }
        at = close;
        break;
      }
      case COMMA:
        expectsName = names !== undefined;
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        around.push(names);
        expectsName = json.charCodeAt(at) === OPEN_OBJECT;
        names = expectsName ? new Set() : undefined;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        names = around.pop();
        expectsName = false;
        break;
    }
  }
}

/**
 * JSON.parse without its tolerance for repeated members, of which it keeps the last. RFC 8259 4 leaves open what they
 * mean, so that two readers of one text could act on different values.
 * @throws RepeatedMemberError, SyntaxError
 */
export function parseStrictJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  checkMembers(json);
  return value;
}

/**
 * Most values in one JSON text. The largest good request has fewer than half as many, and reading so many takes less
 * than 20 ms however they are arranged: the time for a text grows with its values, not with its bytes.
 */
export const MOST_VALUES = 20_000;

/** The end of the string whose opening quote is at `open`. */
function endOfString(json: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Counts the values in a JSON text in UTF-8, up to `most` + 1. Empty arrays and objects count twice. */
export function valuesIn(json: Uint8Array, most: number): number {
  let values = 1;
  for (let at = 0; at < json.length && values <= most; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) values += 1;
  }
  return values;
}

/**
 * Whether a JSON text in UTF-8 has an acceptable number of values. Short texts need no count, because each value takes
 * at least a byte.
 */
export const hasFewValues = (json: Uint8Array, most = MOST_VALUES): boolean =>
  json.length <= most || valuesIn(json, most) <= most;
