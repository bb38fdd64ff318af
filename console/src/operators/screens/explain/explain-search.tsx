import { explainedKinds } from 'virtual:contract';
import { useState } from 'react';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Button } from '../../../kit/button.tsx';
import { Field, Select, TextInput } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useIsHere, useMayCall } from '../../api.ts';
import { useSearchKey } from '../../parts/search-key.ts';
import type { Kind } from './kind.ts';

interface SearchProps {
  readonly id: string;
  readonly kind: Kind | undefined;
  readonly onSearch: (search: { id: string; as: string }) => void;
}

export function ExplainSearch({ id, kind, onSearch }: SearchProps) {
  const { explain: words, users, holders } = useMessages();
  const mayCall = useMayCall();
  const isHere = useIsHere();
  const form = useSearchKey();
  const [typed, setTyped] = useState(id);
  const [isEmail, setEmail] = useState(false);
  const [as, setAs] = useState<Kind | ''>(kind ?? '');
  const type = (text: string) => {
    setTyped(text);
    setEmail(false);
  };
  return (
    <form
      ref={form}
      className="box search"
      onSubmit={(event) => {
        event.preventDefault();
        // An email would stand in the address of the page.
        if (typed.includes('@')) setEmail(true);
        else if (typed.trim() !== '') onSearch({ id: typed.trim(), as });
      }}
    >
      <Field label={words.id}>
        <TextInput value={typed} onChange={type} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={words.kind}>
        <Select
          value={as}
          onChange={setAs}
          options={[
            { value: '', text: words.anyKind },
            ...explainedKinds
              .filter(isHere)
              .map(({ name: value }) => ({ value, text: upperFirst(words.kinds[value]) })),
          ]}
        />
      </Field>
      <Button type="submit" kind="main" shortcut="/">
        {words.explain}
      </Button>
      {isEmail && (
        <div role="status">
          <strong>{words.email}.</strong> {words.emailText}{' '}
          {mayCall('listUsers') && <Link to="/users">{users.title}</Link>}{' '}
          {isHere({ panel: 'issuer' }) && <Link to="/holders">{holders.title}</Link>}
        </div>
      )}
    </form>
  );
}
