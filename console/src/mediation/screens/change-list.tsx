import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { methodWord } from '../../../../src/client/group-text.ts';
import { NoRows } from '../../frame/list-filters.tsx';
import { useListState } from '../../frame/list-state.ts';
import { useReading } from '../../frame/read.ts';
import { useSession } from '../../frame/session.tsx';
import { useWho } from '../../frame/who.ts';
import { Button } from '../../kit/button.tsx';
import { ByDay } from '../../kit/by-day.tsx';
import { Pager } from '../../kit/pager.tsx';
import { Empty, Loaded } from '../../kit/states.tsx';
import { clockText, formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { type Change, listChanges } from '../api.ts';
import { useAllGroups, useCatalogue, useInventory } from '../data.ts';
import { type ShownChange, shownChanges } from '../model/shown-changes.ts';
import { useSummary } from '../parts/what-changed.tsx';
import { ChangeDetail } from './change-detail.tsx';
import { changesFilter } from './change-filters.tsx';
import { ResourceLink } from './resource-link.tsx';

interface RowProps {
  readonly change: ShownChange;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onAuthor: () => void;
}

/** A change as a sentence; its difference opens below it. */
function Row({ change, isOpen, onToggle, onAuthor }: RowProps) {
  const { common, changeWords, mediation } = useMessages();
  const { changes: words } = mediation;
  const who = useWho();
  const summary = useSummary(change);
  return (
    <li className="log-row">
      <time dateTime={change.time} title={change.time}>
        {clockText(Date.parse(change.time), formattingLocale())}
      </time>
      <span className="log-text">
        <span>
          <button
            type="button"
            className="link"
            title={words.onlyBy(change.email ?? who(change.subject, undefined, 'inside'))}
            onClick={onAuthor}
          >
            {who(change.subject, change.email)}
          </button>{' '}
          {methodWord(words.did, change.method)} <ResourceLink change={change} />
        </span>
        {summary !== '' && (
          <span className="soft small">
            {' – '}
            {summary}
          </span>
        )}
      </span>
      <Button
        kind="quiet"
        aria-expanded={isOpen}
        aria-label={words.detailsOf(methodWord(changeWords.methods, change.method))}
        onClick={onToggle}
      >
        {common.details}
      </Button>
      {isOpen && <ChangeDetail change={change} />}
    </li>
  );
}

/** Changes of the account or of one resource, newest first. */
export function ChangeList({ resource }: { readonly resource: string | undefined }) {
  const { mediation } = useMessages();
  const { changes: words } = mediation;
  const { publisherId } = useAccount();
  const { guarded } = useSession();
  const list = useListState();
  const [opened, setOpened] = useState<string>();
  const call = {
    ...changesFilter(list.filters),
    publisher: publisherId,
    ...(resource !== undefined && { resource }),
    ...list.page,
  };
  const query = useReading({
    queryKey: ['changes', call],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => guarded(() => listChanges(call, { signal })),
  });
  // Summaries have the names of groups, ad sources and ad units.
  const names = [useAllGroups(), useCatalogue(), useInventory()];
  const keyOf = (change: Change) => `${change.requestId} ${change.resource} ${change.time}`;
  const row = (change: ShownChange) => {
    const key = keyOf(change);
    return (
      <Row
        key={key}
        change={change}
        isOpen={opened === key}
        onToggle={() => setOpened(opened === key ? undefined : key)}
        onAuthor={() => list.set({ who: change.email ?? change.subject })}
      />
    );
  };
  return (
    <Loaded query={query} also={names}>
      {({ changes, nextPageToken }) =>
        changes.length === 0 && list.pageToken === undefined ? (
          <NoRows>
            <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          </NoRows>
        ) : (
          <>
            <div className="log change-log">
              <ByDay rows={shownChanges(changes)} timeOf={({ time }) => time} level={2} row={row} />
            </div>
            <Pager {...list.pager(nextPageToken)} />
          </>
        )
      }
    </Loaded>
  );
}
