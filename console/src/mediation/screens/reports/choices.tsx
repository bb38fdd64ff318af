import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Checkbox, Field, Select } from '../../../kit/field.tsx';
import { Days, FilterRow } from '../../../kit/filters.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { lastDays } from '../../model/days.ts';
import { type Chosen, type Dimension, METRICS, type Metric, SPLITS, TIMES } from '../../model/report.ts';
import { named } from '../../parts/named.ts';

/** How many of the last days a press shows. */
const LAST = [7, 28, 90];

interface ChoicesProps {
  readonly chosen: Chosen;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Names that were chosen, in the order in which they are offered. */
const toggled = <Name extends string>(
  all: readonly Name[],
  chosen: readonly Name[],
  name: Name,
  isChosen: boolean,
) => all.filter((one) => (one === name ? isChosen : chosen.includes(one))).join();

interface SetProps<Name extends string> {
  readonly legend: string;
  readonly all: readonly Name[];
  readonly chosen: readonly Name[];
  readonly names: Readonly<Record<string, string>>;
  readonly onChange: (names: string) => void;
}

function ChoiceSet<Name extends string>({ legend, all, chosen, names, onChange }: SetProps<Name>) {
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <div className="options">
        {all.map((name) => (
          <Checkbox
            key={name}
            label={named(names, name)}
            isChecked={chosen.includes(name)}
            onChange={(isChosen) => onChange(toggled(all, chosen, name, isChosen))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What the report shows. */
export function Choices({ chosen, onChange }: ChoicesProps) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const { zone } = useAccount();
  const { from, to, dimensions, metrics, sort } = chosen;
  // On a narrow screen the choices would hide the report.
  const [isOpen, setOpen] = useState(() => !matchMedia('(max-width: 640px)').matches);
  const time = dimensions.find((one) => TIMES.includes(one)) ?? '';
  const columns: readonly (Dimension | Metric)[] = [...dimensions, ...metrics];
  const names = { ...words.dimensionNames, ...words.metricNames };
  return (
    <>
      <FilterRow>
        <Field label={words.rows}>
          <Select
            value={time}
            options={[
              { value: '', text: words.wholeTime },
              ...TIMES.map((value) => ({ value, text: named(words.rowsOf, value) })),
            ]}
            onChange={(value) => onChange({ time: value === '' ? 'none' : value })}
          />
        </Field>
        <Field label={words.sort}>
          <Select
            value={sort}
            options={columns.map((value) => ({ value: value as string, text: named(names, value) }))}
            onChange={(value) => onChange({ sort: value })}
          />
        </Field>
        <Days
          from={from}
          until={to}
          onFrom={(day) => day && onChange({ from: day })}
          onUntil={(day) => day && onChange({ to: day })}
        />
        <fieldset className="field">
          <legend>{words.lastDays}</legend>
          <div className="pair">
            {LAST.map((count) => {
              const days = lastDays(count, zone);
              return (
                <Button
                  key={count}
                  aria-label={words.last(count)}
                  aria-pressed={days.from === from && days.to === to}
                  onClick={() => onChange({ ...days })}
                >
                  {count}
                </Button>
              );
            })}
          </div>
        </fieldset>
      </FilterRow>
      <details
        className="report-choices"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{words.choices}</summary>
        <div className="stack">
          <ChoiceSet
            legend={words.splits}
            all={SPLITS}
            chosen={dimensions}
            names={words.dimensionNames}
            onChange={(splits) => onChange({ splits: splits || 'none' })}
          />
          <ChoiceSet
            legend={words.metrics}
            all={METRICS}
            chosen={metrics}
            names={words.metricNames}
            onChange={(shown) => onChange({ metrics: shown || 'none' })}
          />
        </div>
      </details>
    </>
  );
}
