import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Field, Select, TextInput } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import { PROOFING_STATES, useProofingState } from '../../proofing-state.tsx';
import { ANY_STATE } from './filter.ts';

interface FiltersProps {
  readonly filters: Readonly<Record<string, string>>;
  readonly set: (change: Readonly<Record<string, string | undefined>>) => void;
}

const CLAIMS = ['none', 'own', 'others'] as const;

/** Filters of the queue. They are in the address. */
export function Filters({ filters, set }: FiltersProps) {
  const { reviews: words, common, parts } = useMessages();
  const stateOf = useProofingState();
  const { state = 'pending', claim = '', holderId = '', deviceReferenceId = '' } = filters;
  const [ids, setIds] = useState({ holderId, deviceReferenceId });
  useEffect(() => setIds({ holderId, deviceReferenceId }), [holderId, deviceReferenceId]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    set({ holderId: ids.holderId.trim(), deviceReferenceId: ids.deviceReferenceId.trim() });
  };
  const states = PROOFING_STATES.map((one) => ({ value: one as string, text: stateOf(one) }));
  const claims = CLAIMS.map((one) => ({ value: one as string, text: words.claims[one] }));
  return (
    <form className="filters queue-filters" aria-label={words.filters} onSubmit={onSubmit}>
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
      <Field label={words.holderId}>
        <TextInput
          value={ids.holderId}
          onChange={(value) => setIds({ ...ids, holderId: value })}
          spellCheck={false}
        />
      </Field>
      <Field label={words.deviceId}>
        <TextInput
          value={ids.deviceReferenceId}
          onChange={(value) => setIds({ ...ids, deviceReferenceId: value })}
          spellCheck={false}
        />
      </Field>
      <Button type="submit">{common.apply}</Button>
    </form>
  );
}
