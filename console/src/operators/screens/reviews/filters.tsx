import { clearing, type useListState } from '../../../frame/list-state.ts';
import { Field, Select } from '../../../kit/field.tsx';
import { Filters as FilterBar } from '../../../kit/filters.tsx';
import { useMessages } from '../../../messages/index.ts';
import { PersonFilter, usePersonChips } from '../../parts/people/person-filter.tsx';
import { PROOFING_STATES, useProofingState } from '../../proofing-state.tsx';
import { ANY_STATE } from './filter.ts';

const CLAIMS = ['none', 'own', 'others'] as const;

/** Filters of the queue. They are in the address. */
export function Filters({ list }: { readonly list: ReturnType<typeof useListState> }) {
  const { reviews: words, parts } = useMessages();
  const stateOf = useProofingState();
  const chips = usePersonChips(list);
  const { filters, set } = list;
  const { state = 'pending', claim = '' } = filters;
  const states = PROOFING_STATES.map((one) => ({ value: one as string, text: stateOf(one) }));
  const claims = CLAIMS.map((one) => ({ value: one as string, text: words.claims[one] }));
  return (
    <FilterBar
      search={<PersonFilter list={list} ids={['holderId', 'deviceReferenceId']} />}
      chips={chips}
      onClear={clearing(list)}
    >
      <Field label={words.state}>
        <Select
          value={state}
          options={[...states, { value: ANY_STATE, text: parts.anyState }]}
          onChange={(value) => set({ state: value === 'pending' ? undefined : value })}
        />
      </Field>
      <Field label={words.claim}>
        <Select
          value={claim}
          options={[{ value: '', text: words.claims.any }, ...claims]}
          onChange={(value) => set({ claim: value })}
        />
      </Field>
    </FilterBar>
  );
}
