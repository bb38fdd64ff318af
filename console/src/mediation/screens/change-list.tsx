import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { methodWord } from '../../../../src/client/group-text.ts';
import { NoRows } from '../../frame/list-filters.tsx';
import { useListState } from '../../frame/list-state.ts';
import { useSession } from '../../frame/session.tsx';
import { Button } from '../../kit/button.tsx';
import { LongWords } from '../../kit/long-words.tsx';
import { Pager } from '../../kit/pager.tsx';
import { Empty, Loaded } from '../../kit/states.tsx';
import { Time } from '../../kit/time.tsx';
import { shownZone } from '../../kit/zone.ts';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { type Change, listChanges } from '../api.ts';
import { useAllGroups } from '../data.ts';
import { type ShownChange, shownChanges } from '../model/shown-changes.ts';
import { useAuthor } from '../parts/author.ts';
import { WhatChanged } from '../parts/what-changed.tsx';
import { ChangeDetail } from './change-detail.tsx';
import { changesFilter } from './change-filters.tsx';
import { ResourceLink } from './resource-link.tsx';

/** Changes of the account or of one resource, newest first. Each row opens its difference below it. */
export function ChangeList({ resource }: { readonly resource: string | undefined }) {
  const { changeWords, mediation } = useMessages();
  const { changes: words } = mediation;
  const { publisherId } = useAccount();
  const { guarded, session } = useSession();
  const list = useListState();
  const [opened, setOpened] = useState<string>();
  const author = useAuthor();
  const call = {
    ...changesFilter(list.filters),
    publisher: publisherId,

    ...(resource !== undefined && { resource }),
    ...list.page,
  };
  const query = useQuery({
    queryKey: ['changes', call],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => guarded(() => listChanges(call, { signal })),
  });
  const groups = useAllGroups();
  const keyOf = (change: Change) => `${change.requestId} ${change.resource} ${change.time}`;
  const row = (change: ShownChange) => {
    const key = keyOf(change);
    const what = methodWord(changeWords.methods, change.method);
    const isOpen = opened === key;
    return (
      <tbody key={key}>
        <tr aria-current={isOpen ? 'true' : undefined}>
          <td data-label={words.columns.time}>
            <Time at={change.time} />
          </td>
          <td data-label={words.columns.who}>
            <button
              type="button"
              className="link"
              title={words.onlyBy(author(change))}
              onClick={() => list.set({ who: change.email ?? change.subject })}
            >
              <LongWords text={change.subject === session.person.id ? words.you : author(change)} />
            </button>
          </td>
          <td data-label={words.columns.what}>
            <WhatChanged change={change} />
          </td>
          <td data-label={words.columns.resource}>
            <ResourceLink change={change} />
          </td>
          <td className="row-actions">
            <Button
              kind="quiet"
              aria-expanded={isOpen}
              aria-label={words.detailsOf(what)}
              onClick={() => setOpened(isOpen ? undefined : key)}
            >
              {words.details}
            </Button>
          </td>
        </tr>
        {isOpen && (
          <tr className="detail">
            <td colSpan={5}>
              <ChangeDetail change={change} />
            </td>
          </tr>
        )}
      </tbody>
    );
  };
  return (
    <Loaded query={query} also={[groups]}>
      {({ changes, nextPageToken }) =>
        changes.length === 0 && list.pageToken === undefined ? (
          <NoRows>
            <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          </NoRows>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys. */}
            <section className="table-frame" aria-label={words.caption} tabIndex={0}>
              <table className="table">
                <caption className="hidden-visually">{words.caption}</caption>
                <thead>
                  <tr>
                    {Object.entries(words.columns).map(([key, head]) => (
                      <th key={key} scope="col">
                        {head}
                      </th>
                    ))}
                    <th scope="col">
                      <span className="hidden-visually">{words.details}</span>
                    </th>
                  </tr>
                </thead>
                {shownChanges(changes).map(row)}
              </table>
            </section>
            <p className="soft small">{mediation.words.zone(shownZone())}</p>
            <Pager {...list.pager(nextPageToken)} />
          </>
        )
      }
    </Loaded>
  );
}
