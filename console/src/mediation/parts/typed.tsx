import { useEffect, useState } from 'react';
import { TextInput } from '../../kit/field.tsx';

interface TypedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
}

/** A text that is applied when it is left or Enter is pressed. */
export function Typed({ value, onChange, placeholder }: TypedProps) {
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
