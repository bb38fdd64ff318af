/**
 * Terminals and editors interpret these characters instead of showing them: control characters (C0, DEL, C1), marks that
 * turn the direction of text (UAX 9: Bidi_Control), separators of lines and paragraphs. Half a surrogate pair cannot be stored.
 */
const UNPRINTABLE =
  '\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF';

/** For JSON Schema: text of one line. */
export const ONE_LINE = `^[^${UNPRINTABLE}]*$`;

/** For JSON Schema: text of several lines, such as PEM. */
export const LINES = `^(?:[\\t\\n\\r]|[^${UNPRINTABLE}])*$`;

const PRINTABLE = new RegExp(ONE_LINE, 'u');
const UNPRINTABLES = new RegExp(`[${UNPRINTABLE}]`, 'gu');

/** Whether people can be shown the text, in one line. */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text);

const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const inJson = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text in one line, with everything else escaped as in JSON. */
export const oneLine = (text: string): string =>
  isPrintable(text) ? text : text.replace(UNPRINTABLES, (one) => SHORT[one] ?? inJson(one));

/** Text of several lines. JSON stays the same JSON: such characters are in its strings only. */
export const severalLines = (text: string): string =>
  text.replace(UNPRINTABLES, (one) => (one === '\n' || one === '\t' ? one : inJson(one)));
