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

/**
 * A text with an address or another long word, which breaks after `@`, `.` and `/`, and inside a part only if the part does not
 * fit into a line.
 */
export const LongWords = ({ text }: { readonly text: string }) => (
  <span translate={text.includes(' ') ? undefined : 'no'}>
    {text.split(/(?<=[@./])(?=[a-z])/i).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same.
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {LONG.test(part) ? part : withoutBreaks(part)}
      </Fragment>
    ))}
  </span>
);
