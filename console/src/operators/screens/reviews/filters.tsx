import type { ReactNode } from 'react';
import { choiceFilter, ListFilters } from '../../../frame/list-filters.tsx';
import type { useListState } from '../../../frame/list-state.ts';
import { useMessages } from '../../../messages/index.ts';
import { ANY_STATE } from '../../parts/any-state.ts';
import { usePersonFilter } from '../../parts/people/person-filter.tsx';
import { PROOFING_STATES, useProofingState } from '../../proofing-state.tsx';

interface FiltersProps {
  readonly list: ReturnType<typeof useListState>;
  readonly children: ReactNode;
}

/** Filters of the queue. They are in the address. */
export function Filters({ list, children }: FiltersProps) {
  const { reviews: words } = useMessages();
  const stateOf = useProofingState();
  return (
    <ListFilters
      list={list}
      search={usePersonFilter({ list, ids: ['holderId', 'deviceReferenceId'] })}
      filters={[
        choiceFilter(list, 'state', {
          label: words.state,
          words: PROOFING_STATES.map((value) => [value, stateOf(value)]),
          usual: 'pending',
          any: ANY_STATE,
        }),
        choiceFilter(list, 'claim', {
          label: words.claim,
          words: Object.entries(words.claims),
        }),
      ]}
    >
      {children}
    </ListFilters>
  );
}
