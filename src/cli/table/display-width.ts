/** Characters that terminals show two columns wide (UAX 11: wide and full-width; emoji of UTS 51). */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;

/** An emoji because of the variation selector behind it. */
const MADE_EMOJI = /^\p{Emoji}\ufe0f/u;

/** Only marks and characters without an image. */
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const PLAIN = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The segmenter is made when it is first needed: that takes half as long as Node needs to start. */
function charactersOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function widthOf(character: string): number {
  if (INVISIBLE.test(character)) return 0;
  return WIDE.test(character) || MADE_EMOJI.test(character) ? 2 : 1;
}

/** Columns that a terminal needs for a text. */
export const displayWidth = (text: string): number =>
  PLAIN.test(text) ? text.length : charactersOf(text).reduce((sum, character) => sum + widthOf(character), 0);

/** The start of a text that fits into `width` columns. */
export function startOf(text: string, width: number): string {
  let [start, left] = ['', width];
  for (const character of charactersOf(text)) {
    left -= widthOf(character);
    if (left < 0) break;
    start += character;
  }
  return start;
}

/** A text in `width` columns: padded, or cut with an ellipsis. */
export function inWidth(text: string, width: number): string {
  const shown = displayWidth(text) <= width ? text : `${startOf(text, width - 1)}…`;
  return `${shown}${' '.repeat(Math.max(0, width - displayWidth(shown)))}`;
}
