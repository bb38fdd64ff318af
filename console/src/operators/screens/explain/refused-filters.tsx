import { operations, reasons } from 'virtual:contract';
import type { ReactNode } from 'react';
import { choiceFilter, ListFilters, setTo } from '../../../frame/list-filters.tsx';
import type { useListState } from '../../../frame/list-state.ts';
import { Field, TextInput } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useIsHere } from '../../api.ts';
import { useClientNames } from '../../parts/client-names.ts';
import { useAuthors } from '../../parts/people/authors.ts';
import { usePublishers } from '../../parts/publisher-names.ts';
import { useOperationWords } from './operation.tsx';
import { useOutcomeText } from './outcome.tsx';

export type Row = AdminResponse<'listRefusedRequests'>['requests'][number];

interface RefusedFiltersProps {
  readonly list: ReturnType<typeof useListState>;
  /** The requests that are shown: those who may not list users, clients or publishers choose among theirs. */
  readonly rows: readonly Row[];
  readonly children: ReactNode;
}

const choices = (all: readonly { readonly name: string }[], textOf: (name: string) => string) =>
  all.map(({ name }) => [name, textOf(name)] as const);

export function RefusedFilters({ list, rows, children }: RefusedFiltersProps) {
  const { explain: words, parts } = useMessages();
  const outcomeText = useOutcomeText();
  const operationWords = useOperationWords();
  const isHere = useIsHere();
  const [hasIssuer, hasMediation] = [isHere({ panel: 'issuer' }), isHere({ panel: 'mediation' })];
  const [authors, clients, publishers] = [useAuthors(rows, true), useClientNames(true), usePublishers()];
  const named = (name: 'operatorId' | 'clientId' | 'publisherId', names: ReadonlyMap<string, string>) => {
    const shown = rows.flatMap((row) => row[name] ?? []).map((id) => [id, names.get(id) ?? id] as const);
    const all = [...new Map([...names, ...shown])].map(([value, text]) => ({ value, text }));
    return choiceFilter(list, name, { label: words.named[name], names: all });
  };
  return (
    <ListFilters
      list={list}
      {...(hasIssuer && {
        search: {
          input: (
            <Field label={words.device}>
              <TextInput
                value={list.filters.device ?? ''}
                onChange={(device) => list.set({ device })}
                placeholder={parts.idHint}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          ),
          set: setTo(list, 'device', words.device),
        },
      })}
      filters={[
        choiceFilter(list, 'operation', {
          label: words.operation,
          words: choices(operations.filter(isHere), operationWords),
        }),
        choiceFilter(list, 'reason', {
          label: words.reason,
          words: choices(reasons.filter(isHere), outcomeText),
        }),
        named('operatorId', authors),
        ...(hasMediation ? [named('clientId', clients), named('publisherId', publishers)] : []),
      ]}
    >
      {children}
    </ListFilters>
  );
}
