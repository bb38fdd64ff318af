/**
 * Most values in one JSON text. The largest good request has fewer than half as many, and reading so many takes less
 * than 20 ms however they are arranged: the time for a text grows with its values, not with its bytes.
 */
export const MOST_VALUES = 20_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/** Where a string ends whose opening quote is at `open`. */
function endOfString(json: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** How many values a JSON text in UTF-8 holds, an empty array or object counted twice; looks no further than `most` + 1. */
export function valuesIn(json: Uint8Array, most: number): number {
  let values = 1;
  for (let at = 0; at < json.length && values <= most; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) values += 1;
  }
  return values;
}

/** Whether a JSON text in UTF-8 holds no more values than it may. Each value takes a byte at least. */
export const hasFewValues = (json: Uint8Array, most = MOST_VALUES): boolean =>
  json.length <= most || valuesIn(json, most) <= most;
