import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { Field, Select, TextInput } from '../../../kit/field.tsx';
import { Failure } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, admin, useMayCall } from '../../api.ts';
import { useSearchKey } from '../../parts/search-key.ts';
import { FoundHolders } from './found-holders.tsx';
import { NO_SEARCH, type Search, type SearchKind, searchRequest } from './search-request.ts';

type Answer = AdminResponse<'searchHolders'>;

/** Finds holders. Personal data goes into the request body, never into an address, and the answer is not cached. */
export function HolderSearch({ children }: { readonly children: ReactNode }) {
  const { holders: words } = useMessages();
  const { guarded } = useSession();
  const may = useMayCall();
  const navigate = useNavigate();
  const form = useSearchKey();
  const [search, setSearch] = useState<Search>(NO_SEARCH);
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<Search>) => setSearch({ ...search, ...change });
  const run = async () => {
    if (search.kind === 'id')
      return void navigate({ to: '/holders/$id', params: { id: search.id.trim() } as never });
    const request = searchRequest(search);
    if (!request) return undefined;
    setBusy(true);
    setError(undefined);
    try {
      setAnswer(await guarded(() => admin('searchHolders', request)));
    } catch (cause) {
      if (!(cause instanceof Abandoned)) setError(cause);
    }
    return setBusy(false);
  };
  const text = (member: Exclude<keyof Search, 'kind'>, label: string, type = 'text') => (
    <Field label={label} isOptional={member === 'givenName'}>
      <TextInput
        type={type}
        value={search[member]}
        onChange={(value) => set({ [member]: value })}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
  const kinds: readonly SearchKind[] = may('searchHolders') ? ['id', 'number', 'name'] : ['id'];
  return (
    <>
      <form
        ref={form}
        className="box search"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {kinds.length > 1 && (
          <Field label={words.searchBy}>
            <Select
              value={search.kind}
              onChange={(kind) => set({ kind })}
              options={kinds.map((value) => ({ value, text: words.by[value] }))}
            />
          </Field>
        )}
        {search.kind === 'id' && text('id', words.by.id)}
        {search.kind === 'number' && text('documentNumber', words.documentNumber)}
        {search.kind === 'name' && (
          <>
            {text('familyName', words.familyName)}
            {text('givenName', words.givenName)}
            {text('birthDate', words.birthDate, 'date')}
          </>
        )}
        <Button type="submit" isBusy={isBusy} shortcut="/" disabled={searchRequest(search) === undefined}>
          {words.search}
        </Button>
      </form>
      {error !== undefined && <Failure error={error} />}
      {answer ? <FoundHolders answer={answer} onClear={() => setAnswer(undefined)} /> : children}
    </>
  );
}
