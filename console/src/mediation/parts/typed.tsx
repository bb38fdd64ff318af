import { useEffect, useState } from 'react';
import { type Filter, setTo } from '../../frame/list-filters.tsx';
import type { useListState } from '../../frame/list-state.ts';
import { Field, TextInput } from '../../kit/field.tsx';

interface TypedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
}

/** A text that is applied when it is left or Enter is pressed. */
function Typed({ value, onChange, placeholder }: TypedProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = () => text !== value && onChange(text.trim());
  return (
    <TextInput
      value={text}
      onChange={setText}
      onBlur={apply}
      placeholder={placeholder}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}

type List = Pick<ReturnType<typeof useListState>, 'filters' | 'set'>;

/** A filter with a text. */
export const typedFilter = (list: List, name: string, label: string, placeholder?: string): Filter => ({
  input: (
    <Field key={name} label={label}>
      <Typed
        value={list.filters[name] ?? ''}
        onChange={(text) => list.set({ [name]: text })}
        {...(placeholder && { placeholder })}
      />
    </Field>
  ),
  set: setTo(list, name, label),
});
