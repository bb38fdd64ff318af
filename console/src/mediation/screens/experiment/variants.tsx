import { useMessages } from '../../../messages/index.ts';
import { type DraftLine, sentLine } from '../../model/draft.ts';
import { unitsToName } from '../../model/units-to-name.ts';
import { forDifference } from '../../parts/group-for-diff.ts';
import { useLabels } from '../../parts/labels.ts';
import { SideBySide } from '../../parts/side-by-side.tsx';
import { pricesOf, useScale, Waterfall } from '../../parts/waterfall.tsx';

interface VariantsProps {
  readonly a: readonly DraftLine[];
  readonly b: readonly DraftLine[];
}

/** Both waterfalls on one scale, and a list of their differences. */
export function Variants({ a, b }: VariantsProps) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const labels = useLabels(unitsToName(a, b));
  const { scale, toggle } = useScale([...pricesOf(a), ...pricesOf(b)]);
  const comparable = (lines: readonly DraftLine[]) => {
    const entries = lines.map((line) => [line.key, { id: '-1', ...sentLine(line) }] as const);
    const { lines: shown } = forDifference(
      { mediationGroupLines: Object.fromEntries(entries) },
      labels,
      false,
    );
    return { lines: shown };
  };
  const both = [
    { key: 'a', title: words.variantA, text: words.variantAText, lines: a },
    { key: 'b', title: words.variantB, text: words.variantBText, lines: b },
  ];
  return (
    <>
      <div>{toggle}</div>
      <div className="columns">
        {both.map(({ key, title, text, lines }) => (
          <section key={key} className={`stack tight variant-${key}`} aria-label={title}>
            <h2>
              {title} <span className="soft small">{text}</span>
            </h2>
            <Waterfall
              lines={lines}
              caption={title}
              ownNetwork={labels.ownNetwork}
              sourceTitle={labels.source}
              scale={scale}
              isCompact
            />
          </section>
        ))}
      </div>
      <section className="stack tight" aria-labelledby="differences-title">
        <h2 id="differences-title">{words.differences}</h2>
        <SideBySide
          before={comparable(a)}
          after={comparable(b)}
          heads={[words.variantA, words.variantB]}
          same={words.same}
        />
      </section>
    </>
  );
}
