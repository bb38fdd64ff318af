/** An object in a JSON text has the same member twice. */
export class RepeatedMemberError extends SyntaxError {
  override readonly name = 'RepeatedMemberError';
  /** The name of the member, as sent by a client. */
  readonly member: string;
  /** Where in the text it is for the second time. */
  readonly at: number;

  constructor(member: string, at: number) {
    super('an object has a member twice');
    this.member = member;
    this.at = at;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Finds the quote that ends a string. `endOfString` is the same for bytes. */
function closingQuote(json: string, from: number): number {
  const first = json.indexOf('"', from);
  if (json.charCodeAt(first - 1) !== BACKSLASH) return first;
  // Testing quotes one by one would be slow if all of them are escaped.
  let at = from;
  while (json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** The string between two quotes, unescaped: `"a"` and `"\u0061"` are the same. */
function stringBetween(json: string, open: number, close: number): string {
  const text = json.slice(open + 1, close);
  return text.includes('\\') ? (JSON.parse(json.slice(open, close + 1)) as string) : text;
}

/**
 * Checks a text that JSON.parse accepts. @throws RepeatedMemberError for the first member that an object has
 * twice
 */
export function checkMembers(json: string): void {
  /** The member names so far of each object around the position; undefined for an array. */
  const around: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined;
  let expectsName = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case QUOTE: {
        const close = closingQuote(json, at + 1);
        if (expectsName && names !== undefined) {
          const name = stringBetween(json, at, close);
          if (names.has(name)) throw new RepeatedMemberError(name, at);
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
 * JSON.parse accepts repeated members and keeps the last one; this function refuses them. RFC 8259 4 does not
 * define their meaning, so two readers of one text could use different values. @throws RepeatedMemberError,
 * SyntaxError
 */
export function parseStrictJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  checkMembers(json);
  return value;
}

/**
 * Maximum number of values in one JSON text, more than twice that of the largest valid request. The time to
 * read a text grows with its values, not with its bytes; reading this many takes less than 20 ms in any
 * arrangement.
 */
export const MOST_VALUES = 20_000;

/** The end of the string whose opening quote is at `open`. */
function endOfString(json: Uint8Array, open: number): number {
  let at = open + 1;
  const first = json.indexOf(QUOTE, at);
  if (first < 0) return json.length;
  if (json[first - 1] !== BACKSLASH) return first;
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
 * Whether a JSON text in UTF-8 has an acceptable number of values. Short texts are not counted, because each
 * value needs at least one byte.
 */
export const hasFewValues = (json: Uint8Array, most = MOST_VALUES): boolean =>
  json.length <= most || valuesIn(json, most) <= most;

/** The value of a text that may be JSON; undefined if it is not. Repeated members are accepted: the last one counts. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
