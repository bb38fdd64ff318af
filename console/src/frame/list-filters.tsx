import { type ComponentProps, createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { dateText } from '../../../src/client/record-text.ts';
import { upperFirst } from '../../../src/conventions/upper-first.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox, Field, Select } from '../kit/field.tsx';
import { Days, FilterRow } from '../kit/filters.tsx';
import { Icon } from '../kit/icons.tsx';
import { Empty } from '../kit/states.tsx';
import { formattingLocale } from '../kit/time.tsx';
import { useMessages } from '../messages/index.ts';
import type { useListState } from './list-state.ts';

type List = Pick<ReturnType<typeof useListState>, 'filters' | 'set'>;

/** A filter that is set. */
export interface SetFilter {
  /** `State: Rejected`. */
  readonly text: string;
  /** Its names in the state of the list. */
  readonly names: readonly string[];
}

export interface Filter {
  readonly input: ReactNode;
  /** Empty if the filter is not set. */
  readonly set: readonly SetFilter[];
  /** No input shows what is set. */
  readonly isHidden?: boolean;
}

/** What a filter is set to. */
export const setTo = ({ filters }: List, name: string, label: string, text = filters[name]) =>
  filters[name] ? [{ text: `${label}: ${text}`, names: [name] }] : [];

type Options = ComponentProps<typeof Select>['options'];

interface ChoiceOptions {
  readonly label: string;
  /** Values with their words. They begin with a capital letter, also if they do not in sentences. */
  readonly words?: Iterable<readonly [value: string, word: string]>;
  /** Values with names, which stay as people wrote them. */
  readonly names?: Options | undefined;
  /** The value without the filter. */
  readonly usual?: string;
  /** The value that chooses all; absent if there is none, as in an order. */
  readonly any?: string | undefined;
}

/** A filter with one of a few values, of which the first chooses all. */
export function choiceFilter(list: List, name: string, choices: ChoiceOptions): Filter {
  const {
    label,
    words = [],
    names = [],
    usual = '',
    any = choices.usual === undefined ? '' : undefined,
  } = choices;
  const options = [...[...words].map(([value, word]) => ({ value, text: upperFirst(word) })), ...names];
  const value = list.filters[name] ?? usual;
  const chosen = options.find((option) => option.value === value);
  const isAll = value === any;
  return {
    input: (
      <Field key={name} label={label}>
        <Choices
          any={any}
          value={value}
          options={chosen || isAll ? options : [{ value, text: value }, ...options]}
          onChange={(next) => list.set({ [name]: next === usual ? undefined : next })}
        />
      </Field>
    ),
    // All is no filter, and never why a list is empty.
    set: isAll ? [] : setTo(list, name, label, chosen?.text),
  };
}

/** With what chooses all in front: it has the same name in each list. */
function Choices({ any, options, ...rest }: ComponentProps<typeof Select> & Pick<ChoiceOptions, 'any'>) {
  const { common } = useMessages();
  return (
    <Select
      {...rest}
      options={any === undefined ? options : [{ value: any, text: common.any }, ...options]}
    />
  );
}

/** A filter that is on or off. */
export function checkFilter(list: List, name: string, label: string): Filter {
  const isOn = list.filters[name] !== undefined;
  return {
    input: (
      <Checkbox
        key={name}
        label={label}
        isChecked={isOn}
        onChange={(next) => list.set({ [name]: next ? 'yes' : undefined })}
      />
    ),
    set: isOn ? [{ text: label, names: [name] }] : [],
  };
}

/** The first and the last day, as the state of the list names them. */
export function useDaysFilter(list: List, from: string, until: string): Filter {
  const { common } = useMessages();
  const { filters, set } = list;
  const setDay = (name: string, label: string) =>
    setTo(list, name, label, dateText(filters[name] ?? '', formattingLocale()));
  return {
    input: (
      <Days
        key={from}
        from={filters[from] ?? ''}
        until={filters[until] ?? ''}
        onFrom={(day) => set({ [from]: day })}
        onUntil={(day) => set({ [until]: day })}
      />
    ),
    set: [...setDay(from, common.from), ...setDay(until, common.until)],
  };
}

/** The filters above a list. */
interface Above {
  readonly all: readonly SetFilter[];
  readonly drop: (some: readonly SetFilter[]) => void;
  /** The right end of their row. */
  readonly end: HTMLElement | null;
}

const AboveContext = createContext<Above>({ all: [], drop: () => {}, end: null });

/** Content at the right end of the filters above it; where there are none, in its own place. */
export function AtFilters({ children }: { readonly children: ReactNode }) {
  const { end } = useContext(AboveContext);
  return end ? createPortal(children, end) : children;
}

interface ListFiltersProps {
  readonly list: List;
  /** What is searched: a person, a name, words. */
  readonly search?: Filter;
  /** On every screen in this order: states, kinds and others, days. */
  readonly filters?: readonly Filter[];
  /** The list, or why it is empty. */
  readonly children: ReactNode;
}

/** The filters of a list above it. Each that is set narrows the list further, and can be dropped. */
export function ListFilters({ list, search, filters = [], children }: ListFiltersProps) {
  const { common } = useMessages();
  const row = useRef<HTMLFormElement>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const each = search ? [search, ...filters] : filters;
  const all = each.flatMap(({ set }) => set);
  const drop = (some: readonly SetFilter[]) => {
    list.set(Object.fromEntries(some.flatMap(({ names }) => names).map((name) => [name, undefined])));
    // The button that was pressed is gone.
    row.current?.focus();
  };
  return (
    <>
      <FilterRow ref={row}>
        {search && <div className="filters-search">{search.input}</div>}
        {filters.map(({ input }) => input)}
        <div ref={setEnd} className="filters-end" />
        {all.length > 0 && (
          <div className="chips">
            {each
              .flatMap(({ isHidden, set }) => (isHidden ? set : []))
              .map((one) => (
                <span key={one.text} className="chip">
                  {one.text}
                  <button
                    type="button"
                    className="copy"
                    aria-label={common.removeFilter(one.text)}
                    onClick={() => drop([one])}
                  >
                    <Icon name="close" />
                  </button>
                </span>
              ))}
            <Button kind="quiet" onClick={() => drop(all)}>
              {common.clearFilters}
            </Button>
          </div>
        )}
      </FilterRow>
      <AboveContext value={{ all, drop, end }}>{children}</AboveContext>
    </>
  );
}

/** What an empty list shows: the filters that are set, each with a button that drops it; without filters its own reason. */
export function NoRows({ children }: { readonly children: ReactNode }) {
  const { common } = useMessages();
  const { all, drop } = useContext(AboveContext);
  if (all.length === 0) return children;
  return (
    <Empty title={common.noMatch(all.length)}>
      <div className="actions">
        {all.map((one) => (
          <Button key={one.text} onClick={() => drop([one])}>
            {common.dropFilter(one.text)}
          </Button>
        ))}
        {all.length > 1 && (
          <Button kind="quiet" onClick={() => drop(all)}>
            {common.clearAllFilters}
          </Button>
        )}
      </div>
    </Empty>
  );
}
