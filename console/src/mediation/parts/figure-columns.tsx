import '../../styles/waterfall.css';
import type { Column } from '../../kit/table.tsx';
import { useMessages } from '../../messages/index.ts';
import type { Figures } from '../model/figures.ts';
import { useMetricText } from './metric-text.ts';

/** The share of the revenue as a bar with its figure. */
function ShareMark({ share }: { readonly share: number | undefined }) {
  const text = useMetricText();
  if (share === undefined) return <span className="soft">–</span>;
  return (
    <span className="share-mark">
      <span className="track" aria-hidden="true">
        <span className="bar" style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span>{text('MATCH_RATE', share)}</span>
    </span>
  );
}

/** Revenue, eCPM, fill rate and share of the last seven days. */
export function useFigureColumns<Row>(figuresOf: (row: Row) => Figures | undefined): readonly Column<Row>[] {
  const { mediation } = useMessages();
  const { figures: words } = mediation;
  const text = useMetricText();
  return [
    {
      key: 'revenue',
      head: words.revenue,
      isNumber: true,
      cell: (row) => text('ESTIMATED_EARNINGS', figuresOf(row)?.revenue),
    },
    {
      key: 'ecpm',
      head: words.ecpm,
      isNumber: true,
      cell: (row) => text('OBSERVED_ECPM', figuresOf(row)?.ecpm),
    },
    {
      key: 'matchRate',
      head: words.matchRate,
      isNumber: true,
      cell: (row) => text('MATCH_RATE', figuresOf(row)?.matchRate),
    },
    { key: 'share', head: words.share, cell: (row) => <ShareMark share={figuresOf(row)?.share} /> },
  ];
}
