import '../styles/choice-box.css';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** In characters; names, ids and addresses are shorter. */
const LONGEST = 200;

/** What a person can choose from a list while typing. */
export interface Choice {
  readonly key: string;
  /** The heading that it stands below; choices of one group follow each other. */
  readonly group: string;
  readonly text: string;
  /** What tells it from others, such as an id. */
  readonly more?: string | undefined;
  /** `more` is a name, not an id or keys. */
  readonly isName?: boolean;
  /** Other words by which it is found; not shown. */
  readonly terms?: string | undefined;
  /** It cannot be undone. */
  readonly isDanger?: boolean | undefined;
  readonly run: () => void;
}

interface ChoiceBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly Choice[];
  readonly placeholder?: string | undefined;
  /** The list is part of the page, in place of below the input while it has the focus. */
  readonly isInline?: boolean;
  /** Below the choices: why there are none, or how to find more. */
  readonly children?: ReactNode;
}

/** A text input with choices by the ARIA combobox pattern: arrow keys select, Enter chooses, Escape closes. */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { label, value, onChange, choices, placeholder, isInline = false, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [isOpen, setOpen] = useState(isInline);
  const isShown = isInline || (isOpen && value.trim() !== '');
  const current = Math.min(at, choices.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    setOpen(false);
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(current + 1, choices.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0));
    else if (event.key === 'Enter' && isShown) choose(choices[current]);
    else if (event.key === 'Escape' && isShown && !isInline) setOpen(false);
    else return;
    event.preventDefault();
  };
  const groups = [...Map.groupBy(choices, ({ group }) => group)];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus leaves.
    <div
      className={isInline ? 'choice-box inline' : 'choice-box'}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!isInline && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <input
        type="text"
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown && choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && choices[current] ? `${id}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        placeholder={placeholder}
        value={value}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setAt(0);
          setOpen(true);
          onChange(event.target.value);
        }}
      />
      {isShown && (
        <div className="choice-list">
          <div id={`${id}-list`} role="listbox" aria-label={label} ref={list}>
            {groups.map(([group, rows], index) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox.
              <div key={group} role="group" aria-labelledby={`${id}-group-${index}`}>
                <div className="choice-group" id={`${id}-group-${index}`} role="presentation">
                  {group}
                </div>
                {rows.map((choice) => (
                  <Option
                    key={choice.key}
                    id={`${id}-${choices.indexOf(choice)}`}
                    choice={choice}
                    isSelected={choices[current] === choice}
                    onChoose={() => choose(choice)}
                  />
                ))}
              </div>
            ))}
          </div>
          {children}
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isSelected: boolean;
  readonly onChoose: () => void;
}

function Option({ id, choice: { text, more, isName, isDanger }, isSelected, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach it through the input.
    <div
      id={id}
      role="option"
      className={isDanger ? 'choice danger' : 'choice'}
      tabIndex={-1}
      aria-selected={isSelected}
      // The input keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>{text}</span>
      {more !== undefined && <span className={isName ? 'soft small' : 'soft small mono'}>{more}</span>}
    </div>
  );
}
