import { useMessages } from '../messages/index.ts';
import { diffLines, folded, jsonLines } from './diff.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

interface DifferenceProps {
  readonly before: unknown;
  readonly after: unknown;
}

/** The difference of two JSON values, line by line. Signs repeat the meaning of the colours. */
export function Difference({ before, after }: DifferenceProps) {
  const { common } = useMessages();
  const lines = folded(diffLines(jsonLines(before), jsonLines(after)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
    <section className="difference" aria-label={`${common.before} / ${common.after}`} tabIndex={0}>
      <pre>
        {lines.map((one, index) => {
          const Tag = one.kind === 'added' ? 'ins' : one.kind === 'removed' ? 'del' : 'span';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
            <Tag key={index} className={one.kind === 'gap' ? 'gap' : undefined}>
              {one.kind === 'gap' ? `  ${common.sameLines(one.count)}\n` : `${SIGNS[one.kind]} ${one.text}\n`}
            </Tag>
          );
        })}
      </pre>
    </section>
  );
}
