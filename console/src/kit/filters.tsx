import '../styles/filters.css';
import type { FormEvent, ReactNode, Ref } from 'react';
import { useMessages } from '../messages/index.ts';
import { Field, TextInput } from './field.tsx';

const stay = (event: FormEvent) => event.preventDefault();

interface FilterRowProps {
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** Inputs beside each other that change what is shown below them. */
export function FilterRow({ ref, children }: FilterRowProps) {
  return (
    <form ref={ref} className="filters" tabIndex={-1} onSubmit={stay}>
      {children}
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
    <div className="filters-days">
      <Field label={common.from}>
        <TextInput type="date" value={from} max={until} onChange={onFrom} />
      </Field>
      <Field label={common.until}>
        <TextInput type="date" value={until} min={from} onChange={onUntil} />
      </Field>
    </div>
  );
}
