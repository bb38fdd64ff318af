import { explainedKinds } from 'virtual:contract';
import { useState } from 'react';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { isId } from '../../../frame/ids.ts';
import { useSearchFor } from '../../../frame/search-for.ts';
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
  const { explain: words, parts } = useMessages();
  const mayFind = useMayCall()('searchHolders');
  const searchFor = useSearchFor();
  const isHere = useIsHere();
  const form = useSearchKey();
  const [typed, setTyped] = useState(id);
  const [as, setAs] = useState<Kind | ''>(kind ?? '');
  return (
    <form
      ref={form}
      className="box search"
      onSubmit={(event) => {
        event.preventDefault();
        const text = typed.trim();
        // A name or an email is none, and would stand in the address of the page.
        if (isId(text) ? !text.includes('@') : as !== '' && /^[^\s@]+$/.test(text))
          onSearch({ id: text, as });
        else if (text !== '') searchFor(text);
      }}
    >
      <Field label={parts.personOrId}>
        <TextInput
          value={typed}
          onChange={setTyped}
          placeholder={mayFind ? parts.personHint : parts.idHint}
          autoComplete="off"
          spellCheck={false}
        />
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
    </form>
  );
}
