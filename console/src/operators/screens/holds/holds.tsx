import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { useWho } from '../../../frame/who.ts';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Empty, Notice } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useMayCall } from '../../api.ts';
import { rowKind } from '../../parts/row-kind.ts';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { HeldBy, type Hold } from './held-by.tsx';
import { LiftHold } from './lift-hold.tsx';
import { PlaceHold } from './place-hold.tsx';

function stateOf({ liftTime, reviewTime }: Hold, now: number): 'open' | 'due' | 'lifted' {
  if (liftTime !== undefined) return 'lifted';
  return Date.parse(reviewTime) <= now ? 'due' : 'open';
}

/** A link to the entries of the audit log, which name who placed and lifted the hold. */
function History({ id }: { readonly id: string }) {
  const { holds: words } = useMessages();
  return (
    <Link to="/audit-log" search={{ subject: 'legalHold', subjectId: id }} aria-label={words.historyOf(id)}>
      {words.history}
    </Link>
  );
}

/** The columns that are no members of a hold: its state, its changes, and lifting it. */
function useMore(onLift: (hold: Hold) => void): readonly Column<Hold>[] {
  const { common, holds: words } = useMessages();
  const now = useNow();
  const may = useMayCall();
  const heads = words.columns;
  return [
    {
      key: 'state',
      head: heads.state,
      cell: (hold) => <Badge tone={toneOf(stateOf(hold, now))}>{words.states[stateOf(hold, now)]}</Badge>,
    },
    { key: 'history', head: heads.history, cell: ({ id }) => <History id={id} /> },
    {
      key: 'actions',
      head: common.actions,
      cell: (hold) =>
        hold.liftTime === undefined &&
        may('liftHold') && (
          <Button kind={rowKind('liftHold')} aria-label={words.liftOf(hold.id)} onClick={() => onLift(hold)}>
            {words.lift}
          </Button>
        ),
    },
  ];
}

/** Legal holds, lifted ones too. */
export function Holds() {
  const { holds: words } = useMessages();
  const may = useMayCall();
  const now = useNow();
  const [isPlacing, setPlacing] = useState(false);
  useRequestedDialog(['place'], () => setPlacing(true));
  const [lifted, setLifted] = useState<Hold>();
  const list = useListState();
  const query = useAdmin('listHolds', list.page);
  const more = useMore(setLifted);
  const who = useWho();
  const due = (query.data?.holds ?? []).filter((hold) => stateOf(hold, now) === 'due').length;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        may('placeHold') && (
          <Button kind="main" onClick={() => setPlacing(true)}>
            {words.place}
          </Button>
        )
      }
    >
      {due > 0 && (
        <Notice kind="care" title={words.due(due)}>
          {words.dueText}
        </Notice>
      )}
      <WordedList
        method="listHolds"
        query={query}
        list={list}
        caption={words.caption}
        first={[{ key: 'on', head: words.columns.on, cell: (hold) => <HeldBy hold={hold} /> }]}
        without={['holderId', 'startTime', 'endTime']}
        extra={['id', 'liftTime']}
        cells={{
          reason: ({ reason }) => words.reasons[reason],
          placedBy: ({ placedBy, placedByName }) =>
            placedBy === undefined ? <span className="soft none">–</span> : who(placedBy, placedByName),
          placeTime: ({ placeTime }) => <Time at={placeTime} isRelative />,
          reviewTime: ({ liftTime, reviewTime }) =>
            liftTime === undefined ? (
              <Time at={reviewTime} isRelative />
            ) : (
              <span className="soft none">–</span>
            ),
        }}
        more={more}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {isPlacing && <PlaceHold onClose={() => setPlacing(false)} />}
      {lifted && <LiftHold hold={lifted} onClose={() => setLifted(undefined)} />}
    </Page>
  );
}
