const LONG = 16;
const SHOWN = 6;

/** Start, middle and end; the middle of a long id is hidden. */
export const partsOf = (value: string): readonly [head: string, middle: string, tail: string] =>
  value.length > LONG
    ? [value.slice(0, SHOWN), value.slice(SHOWN, -SHOWN), value.slice(-SHOWN)]
    : [value, '', ''];

/** An id as it is shown, for a text. */
export function shownId(value: string): string {
  const [head, middle, tail] = partsOf(value);
  return middle === '' ? value : `${head}…${tail}`;
}
