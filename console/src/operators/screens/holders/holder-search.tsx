import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from '../../../frame/navigation.tsx';
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

/** The search that the palette gave: with the entry of the history, so that no address has a name. */
function useGiven(): Partial<Search> | undefined {
  const given = useLocation({ select: ({ state }) => (state as { readonly search?: unknown }).search });
  return typeof given === 'string' ? (JSON.parse(given) as Partial<Search>) : undefined;
}

/** Finds holders. Personal data goes into the request body, never into an address, and the answer is not cached. */
export function HolderSearch({ children }: { readonly children: ReactNode }) {
  const { holders: words } = useMessages();
  const { guarded } = useSession();
  const may = useMayCall();
  const navigate = useNavigate();
  const form = useSearchKey();
  const kinds: readonly SearchKind[] = may('searchHolders') ? ['name', 'number', 'id'] : ['id'];
  const first = useGiven();
  const [typed, setTyped] = useState<Search>({ ...NO_SEARCH, kind: kinds[0] ?? 'id', ...first });
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<Search>) => setTyped({ ...typed, ...change });
  const open = (id: string) => void navigate({ to: '/holders/$id', params: { id } });
  const run = async (search: Search = typed) => {
    if (search.kind === 'id') return open(search.id.trim());
    const request = searchRequest(search);
    if (!request) return undefined;
    setBusy(true);
    setError(undefined);
    try {
      const found = await guarded(() => admin('searchHolders', request));
      const [only, other] = found.holders;
      if (only && !other && found.isComplete) return open(only.id);
      setAnswer(found);
    } catch (cause) {
      if (!(cause instanceof Abandoned)) setError(cause);
    }
    return setBusy(false);
  };
  const text = (member: Exclude<keyof Search, 'kind'>, label: string, type = 'text') => (
    <Field label={label} isOptional={member === 'givenName'}>
      <TextInput
        type={type}
        value={typed[member]}
        onChange={(value) => set({ [member]: value })}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
  const given = JSON.stringify(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search that the palette gives.
  useEffect(() => {
    if (first === undefined) return;
    // Back would search again, also for the next person who signs in.
    void navigate({ to: '.', replace: true, state: {} });
    setTyped({ ...NO_SEARCH, ...first });
    setAnswer(undefined);
    form.current?.querySelector<HTMLInputElement>('input[type="date"]')?.focus();
    if (searchRequest({ ...NO_SEARCH, ...first })) void run({ ...NO_SEARCH, ...first });
  }, [given]);
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
              value={typed.kind}
              onChange={(kind) => set({ kind })}
              options={kinds.map((value) => ({ value, text: words.by[value] }))}
            />
          </Field>
        )}
        {typed.kind === 'id' && text('id', words.by.id)}
        {typed.kind === 'number' && text('documentNumber', words.documentNumber)}
        {typed.kind === 'name' && (
          <>
            {text('familyName', words.familyName)}
            {text('givenName', words.givenName)}
            {text('birthDate', words.birthDate, 'date')}
          </>
        )}
        <Button type="submit" isBusy={isBusy} shortcut="/" disabled={searchRequest(typed) === undefined}>
          {words.search}
        </Button>
        {typed.kind === 'name' && <p className="soft small whole">{words.needsBoth}</p>}
      </form>
      {error !== undefined && <Failure error={error} />}
      {answer ? <FoundHolders answer={answer} onClear={() => setAnswer(undefined)} /> : children}
    </>
  );
}
