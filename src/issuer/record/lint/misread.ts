import { isUtf8 } from 'node:buffer';

/** Encodings in which UTF-8 is read by mistake: of Windows, of older Macs, of DOS. */
const ENCODINGS = [1250, 1251, 1252, 1253, 1254, 1257].map((page) => `windows-${page}`);
const MISTAKEN = [...ENCODINGS, 'macintosh', 'ibm866'];

/** The byte of each character of an encoding with one byte for each. */
function bytesIn(encoding: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(encoding);
  const bytes = Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
  return new Map(bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
}

const TABLES = MISTAKEN.map(bytesIn);

/** Letters of the scripts that records have, and the quotes and dashes of word processors. */
const PLAUSIBLE =
  /^[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}\u00a0\u2010-\u2026]*$/u;
const PHONETIC = /[\u0250-\u02ff]/;

/** How many bytes follow the first one of a character in UTF-8; undefined if none begins with it. */
function following(byte: number): number | undefined {
  if (byte < 0x80) return 0;
  if (byte < 0xc2 || byte > 0xf4) return undefined;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/**
 * The text before UTF-8 was read in another encoding: `MÃ¼ller` was `Müller`. Ends at the first byte that is not UTF-8, which is
 * soon in other texts.
 */
function before(text: string, table: ReadonlyMap<string, number>): string | undefined {
  const bytes: number[] = [];
  let left = 0;
  for (const char of text) {
    const byte = char < '\u0080' ? char.charCodeAt(0) : table.get(char);
    if (byte === undefined) return undefined;
    const more = left === 0 ? following(byte) : (byte & 0xc0) === 0x80 ? left - 1 : undefined;
    if (more === undefined) return undefined;
    left = more;
    bytes.push(byte);
  }
  const buffer = Buffer.from(bytes);
  return isUtf8(buffer) ? buffer.toString() : undefined;
}

/** A character of UTF-8 has several bytes, and none of them is ASCII. */
const NEIGHBOURS = /[^\p{ASCII}]{2}/u;

function wasUtf8(text: string): boolean {
  if (!NEIGHBOURS.test(text)) return false;
  return TABLES.some((table) => {
    const original = before(text, table);
    return original !== undefined && PLAUSIBLE.test(original) && !PHONETIC.test(original);
  });
}

/** Signs that stand in a word only if a letter was read in the wrong code page, or was lost: `Bo¿ena`, `M?ller`. */
const SIGN_IN_WORD =
  /\p{L}[?¡-©«-³µ¶¸¹»-¿×÷€‚„…†‡‰\u2500-\u25ff]\p{L}|(?<![\p{L}\p{N}])[¢-©¬-³µ¶¸¹¼-¾×÷](?=\p{Ll})/u;

/** Letters that were written for another format: `M&uuml;ller`, `M%C3%BCller`. */
const ESCAPED = /&(?:#\d{2,6}|#x[\da-f]{2,6}|[a-z]{2,8});|%[c-e][\da-f]%[89ab][\da-f]|\\u[\da-f]{4}/i;

/** Words of Greek or Cyrillic that were read as Western European: most letters have a diacritic. */
function isMostlyAccented(word: string): boolean {
  const accented = word.match(/[À-ÖØ-öø-ÿ]/g)?.length ?? 0;
  return word.length >= 3 && accented * 3 > word.length * 2;
}

/** What only a text with a fault, or of more than ASCII, has. */
const SUSPECT = /[?&%\\\u0080-\u{10ffff}]/u;

/** Names and addresses are shorter. */
const MOST = 500;

/** Whether a text looks as if it had been decoded wrongly. Only a person can know. */
export function isMisread(whole: string): boolean {
  const text = whole.slice(0, MOST);
  if (!SUSPECT.test(text)) return false;
  if (SIGN_IN_WORD.test(text) || ESCAPED.test(text)) return true;
  return wasUtf8(text) || (text.match(/\p{L}+/gu) ?? []).some(isMostlyAccented);
}
