import { useId, useState } from 'react';
import { methodWord } from '../../../../../src/client/group-text.ts';
import { shortList } from '../../../../../src/client/short-list.ts';
import type { MediationGroup, MediationGroupRevision } from '../../../../../src/mediation/contract/index.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useWho } from '../../../frame/who.ts';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { Pager } from '../../../kit/pager.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { isNotOffered, useMediation } from '../../api.ts';
import { hasOpenExperiment } from '../../model/experiment.ts';
import { revisionOf } from '../../model/revision.ts';
import { useFieldWords } from '../../parts/field-words.ts';
import { WhatChanged } from '../../parts/what-changed.tsx';
import { ChangeFilters } from '../change-filters.tsx';
import { ChangeList } from '../change-list.tsx';
import { Comparison, type Pair, PairChooser } from './compare-revisions.tsx';
import { ExperimentFirst } from './experiment-first.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';
import { useRevisionChanges } from './use-revision-changes.ts';

interface RevisionsProps {
  readonly group: MediationGroup;
  readonly last: number;
  readonly revisions: readonly MediationGroupRevision[];
  readonly onCompare: (pair: Pair) => void;
  readonly onRollBack: (revision: number) => void;
}

/** Who changed what and when. A revision too large for the audit log has no number, and nothing can be done with it. */
function Revisions({ group, last, revisions, onCompare, onRollBack }: RevisionsProps) {
  const { common, changeWords, mediation } = useMessages();
  const { history: words } = mediation;
  const who = useWho();
  const { changeOf, emailOf } = useRevisionChanges(group.name ?? '', revisions);
  const text = useFieldWords(group);
  const isBlocked = hasOpenExperiment(group);
  const reason = useId();
  const columns: readonly Column<MediationGroupRevision>[] = [
    {
      key: 'revision',
      head: words.columns.revision,
      cell: ({ revision }) => (
        <span className="pair">
          <span>{revision ?? mediation.group.nothing}</span>
          {revision === last && <Badge tone={toneOf('current')}>{words.current}</Badge>}
        </span>
      ),
    },
    {
      key: 'time',
      head: words.columns.time,
      cell: ({ createTime = '' }) => <Time at={createTime} />,
    },
    {
      key: 'who',
      head: words.columns.who,
      cell: ({ author: subject = '' }) => <LongWords text={who(subject, emailOf(subject))} />,
    },
    {
      key: 'what',
      head: words.columns.what,
      cell: ({ revision = 0, method = '', changedFields = [] }) => {
        const change = changeOf(revision);
        if (change) return <WhatChanged change={change} />;
        return (
          <span className="line-name">
            <span>{methodWord(changeWords.methods, method)}</span>
            <span className="soft small">
              {shortList(changedFields.map(text.field), mediation.words.more, 2)}
            </span>
          </span>
        );
      },
    },
    {
      key: 'actions',
      head: common.actions,
      cell: ({ revision }) =>
        revision !== undefined && (
          <span className="pair row-actions">
            <Button
              kind="quiet"
              aria-label={words.detailsOf(revision)}
              onClick={() => onCompare({ from: revision - 1, to: revision })}
            >
              {common.details}
            </Button>
            {revision !== last && group.archiveTime === undefined && (
              <Button
                kind="quiet"
                aria-label={words.rollBackTo(revision)}
                aria-describedby={isBlocked ? reason : undefined}
                disabled={isBlocked}
                onClick={() => onRollBack(revision)}
              >
                {words.rollBack}
              </Button>
            )}
          </span>
        ),
    },
  ];
  return (
    <>
      {isBlocked && <ExperimentFirst id={reason} group={group} />}
      <Table
        caption={words.caption}
        columns={columns}
        rows={revisions}
        rowKey={({ createTime = '', revision }) => `${revision} ${createTime}`}
      />
    </>
  );
}

/** All revisions of a group: compare any two, and roll back to one. */
export function HistoryTab({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { history: words } = mediation;
  const { publisherId } = useAccount();
  const list = useListState();
  const [pair, setPair] = useState<Pair>();
  const [target, setTarget] = useState<number>();
  const { name: on = '' } = group;
  const last = revisionOf(group);
  const query = useMediation('accounts.mediationGroups.history', { on, query: list.page });
  if (isNotOffered(query.error)) {
    return (
      <>
        <Notice>{words.none}</Notice>
        <ChangeFilters>
          <ChangeList resource={on} />
        </ChangeFilters>
      </>
    );
  }
  return (
    <>
      <PairChooser key={last} last={last} revisions={query.data?.revisions ?? []} onChoose={setPair} />
      {pair && <Comparison {...pair} on={on} onClose={() => setPair(undefined)} />}
      <Loaded query={query}>
        {({ revisions = [], nextPageToken }) => (
          <>
            <Revisions
              group={group}
              last={last}
              revisions={revisions}
              onCompare={setPair}
              onRollBack={setTarget}
            />
            <p className="soft small">
              <Link to={`/${publisherId}/changes`} search={{ resource: on }}>
                {words.toChanges}
              </Link>
            </p>
            <Pager {...list.pager(nextPageToken)} />
          </>
        )}
      </Loaded>
      {target !== undefined && (
        <RollbackDialog group={group} revision={target} onClose={() => setTarget(undefined)} />
      )}
    </>
  );
}
