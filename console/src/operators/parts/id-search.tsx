import '../../styles/parts.css';
import { useState } from 'react';
import { useNavigate } from '../../frame/navigation.tsx';
import { Button } from '../../kit/button.tsx';
import { Field, TextInput } from '../../kit/field.tsx';
import { useMessages } from '../../messages/index.ts';
import { useSearchKey } from './search-key.ts';

interface IdSearchProps {
  readonly of: 'holder' | 'credential' | 'device';
}

const PLACES = { holder: '/holders/$id', credential: '/credentials/$id', device: '/devices/$id' } as const;

/** A form that opens the screen of an exact id. */
export function IdSearch({ of }: IdSearchProps) {
  const { parts: words } = useMessages();
  const navigate = useNavigate();
  const form = useSearchKey();
  const [id, setId] = useState('');
  return (
    <form
      ref={form}
      className="one-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== '') void navigate({ to: PLACES[of], params: { id: id.trim() } });
      }}
    >
      <Field label={words.idOf[of]}>
        <TextInput value={id} onChange={setId} autoComplete="off" spellCheck={false} />
      </Field>
      <Button type="submit" shortcut="/">
        {words.openId}
      </Button>
    </form>
  );
}
