import { channels, credentialStates } from 'virtual:contract';
import type { ReactNode } from 'react';
import { choiceFilter, ListFilters } from '../../../frame/list-filters.tsx';
import type { ListSearch, useListState } from '../../../frame/list-state.ts';
import { useMessages } from '../../../messages/index.ts';
import type { AdminRequest } from '../../api.ts';
import { usePersonFilter } from '../../parts/people/person-filter.tsx';
import { useStateWord } from '../../parts/states.tsx';

type Request = AdminRequest<'listCredentials'>;

const ORDERS = { newest: 'createTime desc', oldest: 'createTime' } as const;
const DEADLINE = 'deadline';

const isState = (state: string | undefined): state is NonNullable<Request['state']> =>
  (credentialStates as readonly string[]).includes(state ?? '');

const isOrder = (order: string | undefined): order is keyof typeof ORDERS =>
  order !== undefined && Object.hasOwn(ORDERS, order);

/** The request for the filters in the address. The order by deadline shows only credentials with a required action. */
export function credentialRequest(filters: ListSearch): Request {
  const { state, order, channel, holderId, deviceReferenceId } = filters;
  const chosen = channels.find(({ value }) => value === channel);
  return {
    orderBy: ORDERS[isOrder(order) ? order : 'newest'],
    ...(chosen && { channel: chosen.value }),
    ...(isState(state) && { state }),
    ...(holderId && { holderId }),
    ...(deviceReferenceId && { deviceReferenceId }),
    ...(order === DEADLINE && { userAction: 'required', orderBy: 'deadlineTime' }),
  };
}

interface FiltersProps {
  readonly list: ReturnType<typeof useListState>;
  readonly children: ReactNode;
}

export function CredentialFilters({ list, children }: FiltersProps) {
  const { credentials: words, common } = useMessages();
  const word = useStateWord();
  const order = choiceFilter(list, 'order', {
    label: words.sort,
    words: Object.entries(words.sorts),
    usual: 'newest',
  });
  return (
    <ListFilters
      list={list}
      search={usePersonFilter({ list, ids: ['holderId', 'deviceReferenceId'], of: 'credential' })}
      filters={[
        choiceFilter(list, 'state', {
          label: words.state,
          words: credentialStates.map((value) => [value, word('credential', value)]),
        }),
        choiceFilter(list, 'channel', {
          label: words.channel,
          words: channels.map(({ value, text }) => [value, common.word(text)]),
        }),
        list.filters.order === DEADLINE ? order : { ...order, set: [] },
      ]}
    >
      {children}
    </ListFilters>
  );
}
