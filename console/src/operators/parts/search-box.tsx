import { useState } from 'react';
import { type Choice, ChoiceBox } from '../../kit/choice-box.tsx';
import { useMessages } from '../../messages/index.ts';
import { useMayCall } from '../api.ts';
import { useSearchKey } from './search-key.ts';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly choicesOf: (text: string) => readonly Choice[];
  /** What else the search does. */
  readonly note?: string;
  /** For what is read only for those who type. */
  readonly onType?: () => void;
}

/** The search of a list: what is typed, and what can be chosen for it. */
export function SearchBox({ label, placeholder, choicesOf, note, onType }: SearchBoxProps) {
  const { parts: words } = useMessages();
  const mayFind = useMayCall()('searchHolders');
  const box = useSearchKey<HTMLDivElement>();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const choices = (text === '' ? [] : choicesOf(text)).map((choice) => ({
    ...choice,
    run: () => {
      setTyped('');
      choice.run();
    },
  }));
  return (
    <div className="field" ref={box}>
      <span className="label" aria-hidden="true">
        {label}
      </span>
      <ChoiceBox
        label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(value) => {
          onType?.();
          setTyped(value);
        }}
        choices={choices}
      >
        <p className="soft small choice-group">
          {note} {mayFind && words.findsPeople}
        </p>
      </ChoiceBox>
    </div>
  );
}
