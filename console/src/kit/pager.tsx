import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';

export const PAGE_SIZES = [25, 50, 100] as const;

interface PagerProps {
  readonly pageSize: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onPageSize: (size: number) => void;
}

/** Pages by token: the server gives neither page numbers nor totals. */
export function Pager({ pageSize, hasPrevious, hasNext, onPrevious, onNext, onPageSize }: PagerProps) {
  const { common } = useMessages();
  // A list of one page needs neither, however many rows a page may have.
  if (!hasPrevious && !hasNext && pageSize === PAGE_SIZES[0]) return null;
  return (
    <nav className="pager" aria-label={common.pages}>
      <Button onClick={onPrevious} disabled={!hasPrevious}>
        {common.previous}
      </Button>
      <Button onClick={onNext} disabled={!hasNext}>
        {common.next}
      </Button>
      <label className="small">
        {common.perPage}{' '}
        <select
          className="input small"
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.target.value))}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
    </nav>
  );
}
