import { isId } from '../../../frame/ids.ts';
import type { Filter } from '../../../frame/list-filters.tsx';
import type { ListSearch, useListState } from '../../../frame/list-state.ts';
import { useNavigate } from '../../../frame/navigation.tsx';
import type { Choice } from '../../../kit/choice-box.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMayCall } from '../../api.ts';
import { PLACES } from '../id-link.tsx';
import { SearchBox } from '../search-box.tsx';
import { useHolderName } from './names.ts';
import { usePersonChoices } from './person-choices.ts';
import { useFindId } from './use-find-id.ts';

type IdFilter = 'holderId' | 'deviceReferenceId';
/** Where the search for ids has them. */
const FOUND_IN = {
  holderId: 'holders',
  deviceReferenceId: 'devices',
  credential: 'credentials',
  device: 'devices',
} as const;

type List = Pick<ReturnType<typeof useListState>, 'filters' | 'set'>;

interface PersonFilterProps {
  readonly list: List;
  /** Ids by which the list can be filtered. */
  readonly ids: readonly IdFilter[];
  /** What is listed, if it has pages of its own that an id opens. */
  readonly of?: 'credential' | 'device';
}

function PersonSearch({ list: { set }, ids, of }: PersonFilterProps) {
  const { parts: words } = useMessages();
  const mayFind = useMayCall()('searchHolders');
  const navigate = useNavigate();
  const people = usePersonChoices((holderId) => set({ holderId }));
  const find = useFindId();
  const withId = (key: keyof typeof FOUND_IN, id: string, text: string, onFound: () => void): Choice => ({
    key,
    group: words.withId,
    text,
    run: () => void find(FOUND_IN[key], id, onFound),
  });
  const choicesOf = (text: string) => [
    ...people(text),
    ...(isId(text)
      ? [
          ...ids.map((name) => withId(name, text, words.filterOf[name](text), () => set({ [name]: text }))),
          ...(of === undefined
            ? []
            : [
                withId(of, text, words.open[of](text), () =>
                  navigate({ to: PLACES[of], params: { id: text } }),
                ),
              ]),
        ]
      : []),
  ];
  return (
    <SearchBox
      label={words.personOrId}
      placeholder={mayFind ? words.personHint : words.idHint}
      choicesOf={choicesOf}
    />
  );
}

/** The filter of a list for a person, or for a device: by name, which goes into no address, or by id. */
export function usePersonFilter(props: PersonFilterProps): Filter {
  const { parts: words } = useMessages();
  const { list, ids } = props;
  const name = useHolderName(list.filters.holderId);
  const shown: ListSearch = { ...list.filters, ...(name !== undefined && { holderId: name }) };
  return {
    input: <PersonSearch {...props} />,
    set: ids.flatMap((id) => (shown[id] ? [{ text: words.filterOf[id](shown[id]), names: [id] }] : [])),
    isHidden: true,
  };
}
