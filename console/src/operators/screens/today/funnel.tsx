import { dateText } from '../../../../../src/client/record-text.ts';
import { percentText } from '../../../../../src/conventions/percent.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { Figure } from '../../../kit/figure.tsx';
import { Table } from '../../../kit/table.tsx';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { useProofingState } from '../../proofing-state.tsx';
import { countText } from './attention.ts';
import { type Bar, barsOf, countOf, durationText, sumOf, typicalWait } from './funnel.ts';

type Series = AdminResponse<'getSeries'>;

/** The outcomes of received proofings. */
export function Funnel({ funnel }: { readonly funnel: Series['funnel'] }) {
  const { today: words, proofingWords } = useMessages();
  const stateOf = useProofingState();
  const locale = formattingLocale();
  const { outcomes, days, isCapped } = funnel;
  const bars = barsOf(outcomes);
  if (bars.length === 0) return <p className="soft">{words.funnelEmpty}</p>;
  const number = (count: number) => countText({ count }, locale);
  const causes: Readonly<Record<string, string>> = proofingWords.causes;
  const nameOf = ({ state, cause }: Bar) =>
    upperFirst(stateOf(state)) + (cause === undefined ? '' : `: ${causes[cause] ?? cause}`);
  const wait = typicalWait(days);
  const finding = [
    words.funnelFinding(
      countText({ count: sumOf(outcomes), isCapped }, locale),
      number(countOf(outcomes, 'accepted')),
    ),
    wait !== undefined && wait >= 60 && words.funnelFindingWait(durationText(wait, locale)),
  ];
  return (
    <Figure
      finding={finding.filter(Boolean).join(' ')}
      table={
        <Table
          caption={words.funnel}
          rows={days}
          rowKey={({ date }) => date}
          columns={[
            { key: 'day', head: words.funnelColumns.day, cell: ({ date }) => dateText(date, locale) },
            ...(['created', 'accepted', 'rejected', 'waiting'] as const).map((key) => ({
              key,
              head: words.funnelColumns[key],
              isNumber: true,
              cell: (day: Series['funnel']['days'][number]) => number(day[key]),
            })),
            {
              key: 'wait',
              head: words.funnelColumns.wait,
              isNumber: true,
              cell: ({ medianWaitSeconds }) =>
                medianWaitSeconds === undefined ? '–' : durationText(medianWaitSeconds, locale),
            },
          ]}
        />
      }
    >
      <div className="bars">
        {bars.map((bar) => (
          <div key={`${bar.state} ${bar.cause}`} className="bar-row">
            <span className="bar-name">{upperFirst(nameOf(bar))}</span>
            <span className="bar-ground">
              <span className={`bar ${bar.state}`} style={{ inlineSize: `${100 * bar.share}%` }} />
            </span>
            <span className="bar-count">
              {number(bar.count)} <span className="soft small">{percentText(bar.share, { locale })}</span>
            </span>
          </div>
        ))}
      </div>
    </Figure>
  );
}
