import { Fragment } from 'react';

/** Longer words may break after their hyphens, because they do not fit into a narrow column. */
const LONG = /\S{17}/;

/** A hyphen and the letter after it stay together. */
function withoutBreaks(part: string) {
  return part.split(/(-\w)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key, and may be equal.
      <span key={index} className="nowrap">
        {piece}
      </span>
    ),
  );
}

/** An email of so many letters fits into a narrow column. */
const SHORT_EMAIL = 20;

function partsOf(text: string): readonly string[] {
  if (!/^\S+@\S+$/.test(text)) return text.split(/(?<=[@./])(?=[a-z])/i);
  return text.length > SHORT_EMAIL ? text.split(/(?<=@)/) : [text];
}

/**
 * A text with an address or another long word, which breaks after `@`, `.` and `/`, and inside a part only if the part does not
 * fit into a line. An email breaks only after `@`, and a short one not at all.
 */
export const LongWords = ({ text }: { readonly text: string }) => (
  <span translate={text.includes(' ') ? undefined : 'no'}>
    {partsOf(text).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same.
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {LONG.test(part) ? part : withoutBreaks(part)}
      </Fragment>
    ))}
  </span>
);
