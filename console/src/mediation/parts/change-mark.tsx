import { useMessages } from '../../messages/index.ts';

/** A smaller change is none worth a colour. */
const LEAST = 0.005;

interface ChangeMarkProps {
  /** As a share; undefined if there is nothing to compare with. */
  readonly change: number | undefined;
  readonly text: string;
}

/** How much more or less than in the period before; the arrow says so without colour. */
export function ChangeMark({ change, text }: ChangeMarkProps) {
  const { mediation } = useMessages();
  if (change === undefined) return <span className="soft small">{mediation.reports.noEarlier}</span>;
  const isFlat = Math.abs(change) < LEAST;
  const kind = isFlat ? 'flat' : change > 0 ? 'up' : 'down';
  return (
    <span className={`change ${kind}`} title={mediation.reports.thanBefore}>
      <span aria-hidden="true">{isFlat ? '→' : change > 0 ? '↑' : '↓'}</span> {text}
    </span>
  );
}
