import type { LintAccountResponse, LintFinding, QueryOf } from '../../../../src/mediation/contract/index.ts';
import { choiceFilter, ListFilters, NoRows } from '../../frame/list-filters.tsx';
import { useListState } from '../../frame/list-state.ts';
import { Link } from '../../frame/navigation.tsx';
import { Page } from '../../frame/page.tsx';
import { Empty, Loaded, Notice } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useMediation } from '../api.ts';
import { useAllGroups, useGroupName } from '../data.ts';
import { better, countOf, errorsAndWarnings, IDLE } from '../model/findings.ts';
import { lastPart } from '../model/matrix.ts';
import { LevelBadge } from '../parts/level-badge.tsx';
import { named } from '../parts/named.ts';

const LEVELS = ['ERROR', 'WARNING', 'HINT'] as const;

const levelOf = (text: string | undefined) => LEVELS.find((level) => level === text);

/** Findings have no id, and two of one rule can have the same place. */
const keyed = (findings: readonly LintFinding[]) => findings.map((finding, index) => ({ ...finding, index }));

type Row = ReturnType<typeof keyed>[number];

/** A link to where the action of a finding is done. */
function Place({ mediationGroup = '', mediationGroupLineId: line, mediationAbExperiment }: LintFinding) {
  const { mediation } = useMessages();
  const { publisherId } = useAccount();
  const about = mediationAbExperiment !== undefined ? 'experiment' : line !== undefined ? 'line' : 'group';
  return (
    <Link
      to={`/${publisherId}/groups/${lastPart(mediationGroup)}`}
      search={about === 'experiment' ? { tab: 'experiment' } : { line }}
    >
      {mediation.lint.open[about]}
    </Link>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { mediation } = useMessages();
  const { lint: words } = mediation;
  const nameOf = useGroupName();
  const { publisherId } = useAccount();
  return [
    {
      key: 'level',
      head: words.columns.level,
      cell: ({ level }) => <LevelBadge level={level} />,
    },
    {
      key: 'what',
      head: words.columns.what,
      cell: ({ text, rule, mediationGroup }) => (
        <>
          <div>{text}</div>
          <div className="soft small" title={rule}>
            {named(words.rules, rule)}
          </div>
          {mediationGroup !== undefined && (
            <div className="small">
              <Link to={`/${publisherId}/groups/${lastPart(mediationGroup)}`}>
                {nameOf(lastPart(mediationGroup))}
              </Link>
            </div>
          )}
        </>
      ),
    },
    {
      key: 'action',
      head: words.columns.action,
      cell: (finding) => (
        <>
          <div>{finding.action}</div>
          {finding.mediationGroup !== undefined && <Place {...finding} />}
        </>
      ),
    },
  ];
}

function Findings({ answer }: { readonly answer: LintAccountResponse }) {
  const { mediation } = useMessages();
  const { lint: words } = mediation;
  const columns = useColumns();
  const { findings = [], counts = [] } = answer;
  const { filters } = useListState();
  /** Nothing needs to be done about them, so they are folded away unless a person chose them. */
  const isIdle = ({ rule }: LintFinding) => rule === IDLE && filters.rule !== IDLE;
  const rows = keyed(findings);
  const idle = rows.filter(isIdle);
  const table = (shown: readonly Row[]) => (
    <Table caption={words.caption} columns={columns} rows={shown} rowKey={({ index }) => String(index)} />
  );
  const all = countOf(counts);
  /** Of all, so it is not said of a choice. */
  const counted = words.counted(...errorsAndWarnings(counts), countOf(better(counts)));
  if (findings.length === 0)
    return (
      <NoRows>
        <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
      </NoRows>
    );
  return (
    <div className="stack findings">
      {Object.keys(filters).length === 0 && counted !== '' && <p>{counted}</p>}
      {all > findings.length && <Notice>{words.more(findings.length, all)}</Notice>}
      {idle.length < rows.length && table(rows.filter((row) => !isIdle(row)))}
      {idle.length > 0 && (
        <details className="fold">
          <summary>{words.idle(counts.find(({ rule }) => rule === IDLE)?.count ?? 0)}</summary>
          {table(idle)}
        </details>
      )}
    </div>
  );
}

/** The filters are in the address; the group is named by links from its page. */
export function Lint() {
  const { mediation } = useMessages();
  const { lint: words } = mediation;
  const { name: on } = useAccount();
  const list = useListState();
  const { level, rule, group } = list.filters;
  const ofGroup = group === undefined ? {} : { mediationGroupId: group };
  const known = levelOf(level);
  const query: QueryOf<'accounts.lint'> = {
    ...ofGroup,
    ...(known && { level: known }),
    ...(rule !== undefined && { rule }),
  };
  // Without a filter it is the same, and not asked for twice.
  const counted = useMediation('accounts.lint', { on, query: ofGroup });
  const found = useMediation('accounts.lint', { on, query });
  const groups = useAllGroups();
  const nameOf = useGroupName();
  const rules = counted.data?.counts ?? [];
  return (
    <Page title={words.title} lead={words.lead}>
      <ListFilters
        list={list}
        filters={[
          {
            input: null,
            set: group === undefined ? [] : [{ text: words.ofGroup(nameOf(group)), names: ['group'] }],
            isHidden: true,
          },
          choiceFilter(list, 'level', {
            label: words.level,
            words: LEVELS.map((value) => [value, words.levels[value]]),
          }),
          choiceFilter(list, 'rule', {
            label: words.rule,
            words: rules.map(({ rule: value = '', count = 0 }) => [
              value,
              words.ruleOption(named(words.rules, value), count),
            ]),
          }),
        ]}
      >
        <Loaded query={found} also={[groups]}>
          {(answer) => <Findings answer={answer} />}
        </Loaded>
      </ListFilters>
    </Page>
  );
}
