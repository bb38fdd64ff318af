import { channels, credentialStates } from 'virtual:contract';
import { clearing, type ListSearch, type useListState } from '../../../frame/list-state.ts';
import { Field, Select } from '../../../kit/field.tsx';
import { Filters } from '../../../kit/filters.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminRequest } from '../../api.ts';
import { PersonFilter, usePersonChips } from '../../parts/people/person-filter.tsx';
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

export function CredentialFilters({ list }: { readonly list: ReturnType<typeof useListState> }) {
  const { credentials: words, parts, common } = useMessages();
  const word = useStateWord();
  const chips = usePersonChips(list);
  return (
    <Filters
      search={<PersonFilter list={list} ids={['holderId', 'deviceReferenceId']} of="credential" />}
      chips={chips}
      onClear={clearing(list)}
    >
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
      <Field label={words.channel}>
        <Select
          value={list.filters.channel ?? ''}
          onChange={(channel) => list.set({ channel })}
          options={[
            { value: '', text: words.anyChannel },
            ...channels.map(({ value, text }) => ({ value, text: common.word(text) })),
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
    </Filters>
  );
}
