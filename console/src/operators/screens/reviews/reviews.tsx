import { useState } from 'react';
import { useNavigate } from '../../../frame/navigation.tsx';
import '../../../styles/reviews.css';
import { useColumnChoice } from '../../../frame/column-choice.tsx';
import { NoRows } from '../../../frame/list-filters.tsx';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { Button } from '../../../kit/button.tsx';
import { Pager } from '../../../kit/pager.tsx';
import { Failure, Loaded } from '../../../kit/states.tsx';
import { Table } from '../../../kit/table.tsx';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useMayCall } from '../../api.ts';
import { ANY_STATE } from '../../parts/any-state.ts';
import { useKnownNames } from '../../parts/people/known-names.ts';
import { usePortraitsShown } from '../../parts/portrait.tsx';
import { useUnstoredDecisions } from '../proofing/held-decision.ts';
import { LostDecisions } from '../proofing/lost-decisions.tsx';
import { useOpenNext } from '../proofing/queue.ts';
import { useUndoShortcut } from '../proofing/use-decide.ts';
import { countText } from '../today/attention.ts';
import { Chosen } from './chosen.tsx';
import { type Row, useColumns } from './columns.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { requestOf } from './filter.ts';
import { Filters } from './filters.tsx';
import { move } from './move.ts';

const EVERY = 10_000;

/** The queue, earliest deadline first. */
export function Reviews() {
  const { reviews: words } = useMessages();
  const list = useListState();
  const mayCall = useMayCall();
  const mayOpen = mayCall('claimNextProofing');
  const next = useOpenNext();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const counts = useAdmin('getCounts', {}, { every: EVERY });
  const query = useAdmin(
    'listProofings',
    {
      ...requestOf(list.filters),
      ...list.page,
    },
    { every: EVERY },
  );
  const unstored = useUnstoredDecisions();
  const portraits = usePortraitsShown();
  const mayLook = mayCall('getHolderPortrait');
  const portraitsText = portraits.isShown ? words.hidePortraits : words.showPortraits;
  useShortcuts([
    { keys: 'n', text: words.openNext, run: next.openNext, disabled: !mayOpen },
    { keys: 'p', text: portraitsText, run: portraits.toggle, disabled: !mayLook },
  ]);
  useUndoShortcut();
  const pending = counts.data?.proofings.pending;
  return (
    <Page
      title={words.title}
      lead={pending && pending.count > 0 ? words.waiting(countText(pending, formattingLocale())) : words.lead}
      actions={
        <>
          {mayOpen && (
            <Button kind="main" shortcut="n" isBusy={next.isBusy} onClick={next.openNext}>
              {words.openNext}
            </Button>
          )}
          {mayLook && (
            <Button shortcut="p" aria-describedby="looks" onClick={portraits.toggle}>
              {portraitsText}
            </Button>
          )}
        </>
      }
    >
      <LostDecisions />
      {next.error !== undefined && <Failure error={next.error} />}
      {mayLook && (
        <p id="looks" className="soft small">
          {words.looks}
        </p>
      )}
      <Filters list={list}>
        <Loaded query={query}>
          {({ proofings: all, nextPageToken }) => {
            const proofings = all.filter(({ id }) => !unstored.some((one) => one.id === id));
            return (
              <>
                {proofings.length > 0 ? (
                  <Queue
                    rows={proofings}
                    hasState={list.filters.state === ANY_STATE}
                    hasPortraits={mayLook && portraits.isShown}
                    chosen={chosen}
                    onChoose={setChosen}
                  />
                ) : (
                  <NoRows>
                    <EmptyQueue />
                  </NoRows>
                )}
                {(proofings.length > 0 || list.pageToken !== undefined) && (
                  <Pager {...list.pager(nextPageToken)} />
                )}
              </>
            );
          }}
        </Loaded>
      </Filters>
      <Chosen chosen={chosen} shown={query.data?.proofings ?? []} onChange={setChosen} />
    </Page>
  );
}

interface QueueProps {
  readonly rows: readonly Row[];
  readonly hasState: boolean;
  readonly hasPortraits: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The rows with their shortcuts: next, previous, open, choose. */
function Queue({ rows, hasState, hasPortraits, chosen, onChoose }: QueueProps) {
  const { common, reviews: words } = useMessages();
  const navigate = useNavigate();
  const mayCall = useMayCall();
  const { columns, choice } = useColumnChoice(useColumns(hasState, hasPortraits));
  const names = useKnownNames();
  const [current, setCurrent] = useState<string>();
  const ids = rows.map(({ id }) => id);
  const mayChoose = mayCall('decideProofings');
  const shown = ids.includes(current ?? '') ? current : undefined;
  const go = (steps: number) => setCurrent(move(ids, shown, steps));
  const toggle = () => {
    if (shown === undefined) return;
    const after = new Set(chosen);
    if (!after.delete(shown)) after.add(shown);
    onChoose(after);
  };
  useShortcuts([
    { keys: 'j', text: words.keys.next, run: () => go(1) },
    { keys: 'k', text: words.keys.previous, run: () => go(-1) },
    {
      keys: 'Enter',
      text: words.keys.open,
      disabled: shown === undefined,
      run: () => navigate({ to: '/reviews/$id', params: { id: shown } }),
    },
    { keys: 'x', text: words.keys.choose, run: toggle, disabled: !mayChoose || shown === undefined },
  ]);
  return (
    <>
      {choice}
      <Table
        caption={words.caption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        current={shown}
        {...(mayChoose && {
          choice: {
            chosen,
            label: ({ id, holderId = '' }: Row) => words.choose(names.get(holderId) ?? id),
            onChange: onChoose,
            allLabel: common.chooseAll,
          },
        })}
      />
    </>
  );
}
