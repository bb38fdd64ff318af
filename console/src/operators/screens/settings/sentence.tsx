import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { Id } from '../../../kit/id.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type Piece, piecesOf } from './finding-text.ts';

/** What a check looks at, in words. */
export function useCheckTitle() {
  const { settings } = useMessages();
  const titles: Readonly<Record<string, string>> = settings.checks;
  return (check: string): string => titles[check] ?? upperFirst(check);
}

function Part({ piece: { text, kind }, isFirst }: { readonly piece: Piece; readonly isFirst: boolean }) {
  if (kind === 'id') return <Id value={text} />;
  if (kind === 'words') return <LongWords text={isFirst ? upperFirst(text) : text} />;
  return (
    <code>
      <LongWords text={text} />
    </code>
  );
}

/** A sentence of the server. What is typed exactly so stands out. */
export const Sentence = ({ text }: { readonly text: string }) =>
  piecesOf(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and may be equal.
    <Part key={index} piece={piece} isFirst={index === 0} />
  ));
