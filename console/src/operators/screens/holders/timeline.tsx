import { useListState } from '../../../frame/list-state.ts';
import { Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { EventList } from '../../parts/events/event-list.tsx';
import { useLogRows } from '../../parts/events/log-rows.ts';
import { ListBody } from '../../parts/list-body.tsx';

/** Everything that happened to a person and to what belongs to the person, the newest first. */
export function Timeline({ id }: { readonly id: string }) {
  const { holder: words, parts } = useMessages();
  const list = useListState();
  const query = useLogRows({ holderId: id, orderBy: 'time desc' }, list);
  return (
    <ListBody
      query={query}
      list={list}
      rowsOf={({ rows }) => rows}
      caption={words.tabs.timeline}
      body={(rows) => <EventList rows={rows} />}
      rowKey={(row) => row.at(-1)!.id}
      empty={<Empty title={parts.noEvents} />}
    />
  );
}
