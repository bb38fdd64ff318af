import { useMessages } from '../messages/index.ts';
import { diffLines, jsonLines } from './diff.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

interface DifferenceProps {
  readonly before: unknown;
  readonly after: unknown;
}

/** Two JSON values, line by line; signs say the same as the colours. */
export function Difference({ before, after }: DifferenceProps) {
  const { common } = useMessages();
  const lines = diffLines(jsonLines(before), jsonLines(after));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
    <section className="difference" aria-label={`${common.before} / ${common.after}`} tabIndex={0}>
      <pre>
        {lines.map(({ kind, text }, index) => {
          const line = `${SIGNS[kind]} ${text}\n`;
          const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
          return <Tag key={index}>{line}</Tag>;
        })}
      </pre>
    </section>
  );
}
