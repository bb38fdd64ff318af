import { useListState } from '../../../frame/list-state.ts';
import { Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { EventList } from '../../parts/events/event-list.tsx';
import { ListBody } from '../../parts/list-body.tsx';

/** Everything that happened to a person and to what belongs to the person, the newest first. */
export function Timeline({ id }: { readonly id: string }) {
  const { holder: words, parts } = useMessages();
  const list = useListState();
  const query = useAdmin('listEvents', { holderId: id, orderBy: 'time desc', ...list.page });
  return (
    <ListBody
      query={query}
      list={{ ...list, filters: {} }}
      rowsOf={({ events }) => events}
      caption={words.tabs.timeline}
      body={(events) => <EventList events={events} />}
      rowKey={(event) => event.id}
      empty={<Empty title={parts.noEvents} />}
    />
  );
}
