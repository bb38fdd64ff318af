import { credentialStates } from 'virtual:contract';
import type { ListSearch, useListState } from '../../../frame/list-state.ts';
import { Field, Select } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminRequest } from '../../api.ts';
import { useStateWord } from '../../parts/states.tsx';

type Request = AdminRequest<'listCredentials'>;

const ORDERS = { newest: 'createTime desc', oldest: 'createTime' } as const;
const DEADLINE = 'deadline';

const isState = (state: string | undefined): state is NonNullable<Request['state']> =>
  (credentialStates as readonly string[]).includes(state ?? '');

const isOrder = (order: string | undefined): order is keyof typeof ORDERS =>
  order !== undefined && Object.hasOwn(ORDERS, order);

/** The request for the filters in the address. The order by deadline shows only credentials with a required action. */
export function credentialRequest({ state, order, holder, device }: ListSearch): Request {
  return {
    orderBy: ORDERS[isOrder(order) ? order : 'newest'],
    ...(isState(state) && { state }),
    ...(holder && { holderId: holder }),
    ...(device && { deviceReferenceId: device }),
    ...(order === DEADLINE && { userAction: 'required', orderBy: 'deadlineTime' }),
  };
}

export function CredentialFilters({ list }: { readonly list: ReturnType<typeof useListState> }) {
  const { credentials: words, parts } = useMessages();
  const word = useStateWord();
  return (
    <div className="filters">
      <Field label={words.state}>
        <Select
          value={list.filters.state ?? ''}
          onChange={(state) => list.set({ state })}
          options={[
            { value: '', text: parts.anyState },
            ...credentialStates.map((state) => ({ value: state, text: word('credential', state) })),
          ]}
        />
      </Field>
      <Field label={words.sort}>
        <Select
          value={list.filters.order ?? 'newest'}
          onChange={(order) => list.set({ order: order === 'newest' ? undefined : order })}
          options={Object.entries(words.sorts).map(([value, text]) => ({ value, text }))}
        />
      </Field>
    </div>
  );
}
