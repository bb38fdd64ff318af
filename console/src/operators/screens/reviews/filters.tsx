import type { ReactNode } from 'react';
import { choiceFilter, ListFilters } from '../../../frame/list-filters.tsx';
import type { useListState } from '../../../frame/list-state.ts';
import { useMessages } from '../../../messages/index.ts';
import { usePersonFilter } from '../../parts/people/person-filter.tsx';
import { PROOFING_STATES, useProofingState } from '../../proofing-state.tsx';
import { ANY_STATE } from './filter.ts';

const CLAIMS = ['none', 'own', 'others'] as const;

interface FiltersProps {
  readonly list: ReturnType<typeof useListState>;
  readonly children: ReactNode;
}

/** Filters of the queue. They are in the address. */
export function Filters({ list, children }: FiltersProps) {
  const { reviews: words, parts } = useMessages();
  const stateOf = useProofingState();
  const states = PROOFING_STATES.map((value) => ({ value, text: stateOf(value) }));
  const claims = CLAIMS.map((value) => ({ value, text: words.claims[value] }));
  return (
    <ListFilters
      list={list}
      search={usePersonFilter({ list, ids: ['holderId', 'deviceReferenceId'] })}
      filters={[
        choiceFilter(list, 'state', {
          label: words.state,
          options: [...states, { value: ANY_STATE, text: parts.anyState }],
          usual: 'pending',
        }),
        choiceFilter(list, 'claim', {
          label: words.claim,
          options: [{ value: '', text: words.claims.any }, ...claims],
        }),
      ]}
    >
      {children}
    </ListFilters>
  );
}
