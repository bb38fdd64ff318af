import { Link } from '../../../frame/navigation.tsx';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Id } from '../../../kit/id.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { longDayText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useMayCall } from '../../api.ts';
import { rowKind } from '../../parts/row-kind.ts';
import { isOffered, type Key, ROTATING, type RotatingRole, type Step } from './next-step.ts';
import { useRequestedRotations } from './requested-rotations.ts';
import { StepText } from './step-text.tsx';

export type Request = AdminResponse<'listKeys'>['certificationRequests'][number];

export interface KeyRow {
  readonly id: string;
  readonly role: string;
  readonly stage: string;
  readonly custody: string | undefined;
  readonly from?: number;
  readonly to?: number;
  readonly step: Step | 'import';
  readonly key?: Key;
  readonly request?: Request;
}

interface KeyTableProps {
  readonly caption: string;
  readonly rows: readonly KeyRow[];
  readonly onDetails: (row: KeyRow) => void;
  readonly onDiscard: (row: KeyRow) => void;
  /** The button for the next step of a key, beside its state. */
  readonly onRotate: (role: RotatingRole) => void;
  readonly onImport: () => void;
}

/** Keys that have not signed yet can be discarded. */
const canDiscard = ({ stage }: KeyRow) => stage === 'next' || stage === 'requested';

/** The keys of the timeline as a table. */
export function KeyTable(props: KeyTableProps) {
  const { caption, rows, onDetails, onDiscard, onRotate, onImport } = props;
  const { common, keys: words } = useMessages();
  const may = useMayCall();
  const requested = useRequestedRotations();
  const roles: Readonly<Record<string, string>> = words.roles;
  const stages: Readonly<Record<string, string>> = words.stages;
  const custodies: Readonly<Record<string, string>> = words.custodies;
  const columns: readonly Column<KeyRow>[] = [
    { key: 'role', head: words.columns.role, isTitle: true, cell: ({ role }) => roles[role] ?? role },
    {
      key: 'stage',
      head: words.columns.stage,
      cell: ({ stage, key }) => {
        const shown = key?.compromiseTime === undefined ? stage : 'compromised';
        return <Badge tone={toneOf(shown)}>{stages[shown] ?? shown}</Badge>;
      },
    },
    { key: 'key', head: words.columns.key, cell: ({ id }) => <Id value={id} /> },
    {
      key: 'custody',
      head: words.columns.custody,
      cell: ({ custody, stage }) =>
        custody !== undefined ? (
          (custodies[custody] ?? custody)
        ) : stage === 'destroyed' ? (
          '–'
        ) : (
          <Badge tone="care">{words.away}</Badge>
        ),
    },
    {
      key: 'valid',
      head: words.columns.valid,
      cell: ({ from, to }) =>
        from === undefined || to === undefined ? (
          '–'
        ) : (
          <>
            <span className="nowrap">{longDayText(from)} –</span>{' '}
            <span className="nowrap">{longDayText(to)}</span>
          </>
        ),
    },
    {
      key: 'step',
      head: words.columns.step,
      cell: ({ step, role }) => {
        const rotating = ROTATING.find((one) => one === role);
        if (step === 'import')
          return may('importKey') ? (
            <div className="row-actions">
              <Button kind="quiet" onClick={onImport}>
                {words.steps.import}
              </Button>
            </div>
          ) : (
            words.steps.import
          );
        const approval = isOffered(step) ? requested?.get(role) : undefined;
        return (
          <div className="step-cell">
            <StepText step={step} />
            {approval !== undefined && <Link to={`/approvals/${approval}`}>{words.steps.requested}</Link>}
            {approval === undefined && isOffered(step) && rotating && may('rotateKey') && (
              <div className="row-actions">
                <Button kind="quiet" onClick={() => onRotate(rotating)}>
                  {step.kind === 'finish' ? words.finish : words.start}
                </Button>
              </div>
            )}
          </div>
        );
      },
    },
    {
      key: 'actions',
      head: common.actions,
      cell: (row) => (
        <div className="actions row-actions">
          <Button kind="quiet" onClick={() => onDetails(row)}>
            {common.details}
          </Button>
          {canDiscard(row) && may('discardKey') && (
            <Button kind={rowKind('discardKey')} onClick={() => onDiscard(row)}>
              {words.discard}
            </Button>
          )}
        </div>
      ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
