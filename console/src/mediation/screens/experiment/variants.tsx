import { useMessages } from '../../../messages/index.ts';
import { unitsToName } from '../../model/units-to-name.ts';
import { useLabels } from '../../parts/labels.ts';
import { SideBySide } from '../../parts/side-by-side.tsx';
import { pricesOf, useScale, Waterfall } from '../../parts/waterfall.tsx';
import { DIFFERENCES, useCompared, type VariantLines } from './what-differs.tsx';

/** Both waterfalls on one scale, and a list of their differences. */
export function Variants({ a, b }: VariantLines) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const labels = useLabels(unitsToName(a, b));
  const { scale, toggle } = useScale([...pricesOf(a), ...pricesOf(b)]);
  const [before = {}, after = {}] = useCompared({ a, b });
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
      <section className="stack tight" aria-labelledby={DIFFERENCES}>
        <h2 id={DIFFERENCES}>{words.differences}</h2>
        <SideBySide
          before={before}
          after={after}
          heads={[words.variantA, words.variantB]}
          same={words.same}
        />
      </section>
    </>
  );
}
