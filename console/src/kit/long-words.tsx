/**
 * A text with an address or another long word, which breaks after `@`, `.` and `/`, not after a hyphen, and inside a
 * part only if the part does not fit into a line.
 */
export const LongWords = ({ text }: { readonly text: string }) => (
  <span translate={text.includes(' ') ? undefined : 'no'}>
    {text.split(/(?<=[@./])(?=[a-z])|(-\w)/i).map((part, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and may be equal.
      if (part === undefined) return <wbr key={index} />;
      if (!part.startsWith('-')) return part;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same.
        <span key={index} className="nowrap">
          {part}
        </span>
      );
    })}
  </span>
);
