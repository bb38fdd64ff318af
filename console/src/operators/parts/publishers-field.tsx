import '../../styles/parts.css';
import { useState } from 'react';
import { Checkbox, Field, TextInput } from '../../kit/field.tsx';
import { Loaded } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAdmin } from '../api.ts';

/** All that a select of boxes can hold; where there are more, ids are typed. */
const MOST = 100;

const idsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((id) => id !== '');

interface PublishersFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Chooses publisher accounts. */
export function PublishersField({ label, value, onChange }: PublishersFieldProps) {
  const { publishers: words } = useMessages();
  const query = useAdmin('listPublishers', { pageSize: MOST });
  const [typed, setTyped] = useState(value.join(' '));
  const type = (text: string) => {
    setTyped(text);
    onChange(idsIn(text));
  };
  const toggle = (publisher: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, publisher] : value.filter((one) => one !== publisher));
  return (
    <Loaded query={query}>
      {({ publishers, nextPageToken }) =>
        nextPageToken === undefined ? (
          <fieldset className="field">
            <legend>{label}</legend>
            {publishers.length === 0 ? (
              <span className="soft">{words.none}</span>
            ) : (
              <div className="choices">
                {publishers.map((one) => (
                  <Checkbox
                    key={one.id}
                    label={
                      <>
                        {one.displayName} <span className="soft small mono nowrap">{one.id}</span>
                      </>
                    }
                    isChecked={value.includes(one.id)}
                    onChange={(isChosen) => toggle(one.id, isChosen)}
                  />
                ))}
              </div>
            )}
          </fieldset>
        ) : (
          <Field label={label} hint={words.more}>
            <TextInput value={typed} onChange={type} autoComplete="off" spellCheck={false} />
          </Field>
        )
      }
    </Loaded>
  );
}
