import { Link } from '../../../frame/navigation.tsx';
import { useWho } from '../../../frame/who.ts';
import { Badge } from '../../../kit/badge.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { Person } from '../../parts/people/person.tsx';
import { SmallPortrait } from '../../parts/portrait.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { isUndecided, ProofingState } from '../../proofing-state.tsx';
import { urgencyOf } from './deadline.ts';

export type Row = AdminResponse<'listProofings'>['proofings'][number];

/** The state column is omitted if all rows have the same state. */
export function useColumns(hasState: boolean, hasPortraits: boolean): readonly Column<Row>[] {
  const { reviews: words } = useMessages();
  const heading = useHeading('listProofings');
  const state: Column<Row> = {
    key: 'state',
    head: words.columns.state,
    cell: (row) => <ProofingState state={row.state} />,
  };
  return [
    {
      key: 'open',
      head: words.columns.open,
      cell: (row) => <Reviewed row={row} hasPortrait={hasPortraits} />,
    },
    ...(hasState ? [state] : []),
    {
      key: 'age',
      head: heading('createTime'),
      cell: ({ createTime }) => <Time at={createTime} isRelative />,
    },
    { key: 'deadline', head: heading('deadlineTime'), cell: (row) => <Deadline row={row} /> },
    {
      key: 'kind',
      head: words.columns.kind,
      cell: ({ reverifiesCredentialId }) => (reverifiesCredentialId ? words.kinds.again : words.kinds.first),
    },
    { key: 'claim', head: words.columns.claim, cell: (row) => <ClaimedBy row={row} /> },
  ];
}

interface ReviewedProps {
  readonly row: Row;
  readonly hasPortrait: boolean;
}

/** The person, as a link to the proofing. */
function Reviewed({ row: { id, holderId }, hasPortrait }: ReviewedProps) {
  const { reviews: words } = useMessages();
  if (holderId === undefined)
    return (
      <Link to="/reviews/$id" params={{ id }}>
        {words.noHolder}
      </Link>
    );
  return (
    <span className="reviewed">
      {hasPortrait && <SmallPortrait holderId={holderId} />}
      <Person id={holderId} link={{ to: '/reviews/$id', id }} />
    </span>
  );
}

function Deadline({ row: { state, deadlineTime } }: { readonly row: Row }) {
  const { reviews: words } = useMessages();
  const urgency = urgencyOf(deadlineTime, useNow());
  if (deadlineTime === undefined || !isUndecided(state)) return <span className="soft none">–</span>;
  return (
    <span className="deadline">
      <Time at={deadlineTime} isRelative /> {urgency === 'soon' && <Badge tone="care">{words.late}</Badge>}
      {urgency === 'overdue' && <Badge tone="warn">{words.overdue}</Badge>}
    </span>
  );
}

function ClaimedBy({ row: { claim } }: { readonly row: Row }) {
  const who = useWho();
  if (!claim) return <span className="soft none">–</span>;
  return who(claim.operatorId, claim.name);
}
