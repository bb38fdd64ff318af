import '../styles/filters.css';
import type { FormEvent, ReactNode } from 'react';
import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { Field, TextInput } from './field.tsx';
import { Icon } from './icons.tsx';

/** A filter that is set, in words. */
export interface Chip {
  readonly text: string;
  readonly onRemove: () => void;
}

interface FiltersProps {
  /** What is searched: a person, a name, words. */
  readonly search?: ReactNode;
  /** States and kinds, and the order. */
  readonly children?: ReactNode;
  readonly days?: ReactNode;
  /** What was searched, if the search does not keep showing it. */
  readonly chips?: readonly Chip[];
  /** Takes all filters away; absent if none is set. */
  readonly onClear?: (() => void) | undefined;
}

const stay = (event: FormEvent) => event.preventDefault();

/** The filters of a list. On every screen they have the same order: search, states, days. */
export function Filters({ search, children, days, chips = [], onClear }: FiltersProps) {
  const { common } = useMessages();
  return (
    <form className="filters" onSubmit={stay}>
      {search && <div className="filters-search">{search}</div>}
      {children}
      {days && <div className="filters-days">{days}</div>}
      {(chips.length > 0 || onClear) && (
        <div className="chips">
          {chips.map(({ text, onRemove }) => (
            <span key={text} className="chip">
              {text}
              <button
                type="button"
                className="copy"
                aria-label={common.removeFilter(text)}
                onClick={onRemove}
              >
                <Icon name="close" />
              </button>
            </span>
          ))}
          {onClear && (
            <Button kind="quiet" onClick={onClear}>
              {common.clearFilters}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

interface DaysProps {
  /** YYYY-MM-DD; empty if it is open. */
  readonly from: string;
  readonly until: string;
  readonly onFrom: (day: string) => void;
  readonly onUntil: (day: string) => void;
}

/** The first and the last day of a list. */
export function Days({ from, until, onFrom, onUntil }: DaysProps) {
  const { common } = useMessages();
  return (
    <>
      <Field label={common.from}>
        <TextInput type="date" value={from} max={until} onChange={onFrom} />
      </Field>
      <Field label={common.until}>
        <TextInput type="date" value={until} min={from} onChange={onUntil} />
      </Field>
    </>
  );
}
