import { challengeKinds, rejectionReasons } from 'virtual:contract';
import { type FormEvent, useState } from 'react';
import { Abandoned } from '../../../frame/session.tsx';
import { Badge } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Failure } from '../../../kit/states.tsx';
import { Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, type AdminResponse, useAdminAction } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { Person } from '../../parts/people/person.tsx';
import { ChallengeFields, NoteField, RejectFields } from '../proofing/decision-fields.tsx';
import { challengeDetail, type Draft, EMPTY_DRAFT, noteOf, rejectDetail } from '../proofing/forms.ts';
import type { Row } from './columns.tsx';

type Request = AdminRequest<'decideProofings'>;
type Result = AdminResponse<'decideProofings'>['results'][number];
export type BulkDecision = Request['decision'];

interface BulkProps {
  readonly decision: BulkDecision;
  readonly ids: readonly string[];
  /** Rows of the list, of which the results take the people. */
  readonly shown: readonly Row[];
  /** Receives the ids that failed; they stay chosen. */
  readonly onDone: (failed: readonly string[]) => void;
  readonly onClose: () => void;
}

function detailOf(decision: BulkDecision, draft: Draft): object | undefined {
  if (decision === 'reject') return rejectDetail(draft, rejectionReasons);
  return decision === 'challenge' ? challengeDetail(draft, challengeKinds) : {};
}

/** One decision for several proofings, with a result for each. Accepting in bulk is not offered. */
export function Bulk({ decision, ids, shown, onDone, onClose }: BulkProps) {
  const { reviews: words, proofing, common } = useMessages();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [results, setResults] = useState<readonly Result[]>();
  // What was decided leaves the list.
  const [shownAtFirst] = useState(shown);
  const action = useAdminAction('decideProofings');
  const detail = detailOf(decision, draft);
  const title = words.bulkTitles[decision](ids.length);
  const isFinal = decision === 'reject';
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!detail) return;
    const request = { ids: [...ids], decision, ...(decision !== 'resume' && { detail }), ...noteOf(draft) };
    try {
      const answer = (await action.mutateAsync(request as Request)) as AdminResponse<'decideProofings'>;
      setResults(answer.results);
      onDone(answer.results.filter(({ error }) => error).map(({ id }) => id));
    } catch {
      // The action shows the error.
    }
  };
  if (results)
    return (
      <Modal title={words.results} isWide onClose={onClose}>
        <Results results={results} shown={shownAtFirst} />
        <div className="actions">
          <Button kind="main" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      </Modal>
    );
  return (
    <Modal title={isFinal ? common.asks(title) : title} text={words.bulkText[decision]} onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        {action.error && !(action.error instanceof Abandoned) && <Failure error={action.error} />}
        {decision === 'reject' && <RejectFields draft={draft} onChange={change} />}
        {decision === 'challenge' && <ChallengeFields draft={draft} onChange={change} />}
        {decision === 'resume' && <NoteField draft={draft} onChange={change} />}
        <FormActions
          action={proofing.send[decision]}
          isDanger={isFinal}
          isBusy={action.isPending}
          missing={detail ? undefined : proofing[decision === 'reject' ? 'reason' : 'task']}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

interface ResultsProps {
  readonly results: readonly Result[];
  readonly shown: readonly Row[];
}

function Results({ results, shown }: ResultsProps) {
  const { reviews: words } = useMessages();
  const holderOf = ({ id, proofing }: Result) =>
    proofing?.holderId ?? shown.find((row) => row.id === id)?.holderId;
  const failed = results.filter(({ error }) => error).length;
  const done = results.length - failed;
  return (
    <>
      <p role="status">
        {[done > 0 && words.done(done), failed > 0 && words.failed(failed)].filter(Boolean).join(', ')}.
      </p>
      <Table
        caption={words.results}
        rows={results}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'open',
            head: words.columns.open,
            cell: (row) => <Decided id={row.id} holderId={holderOf(row)} />,
          },
          {
            key: 'result',
            head: words.result,
            cell: ({ error }) => (
              <Badge tone={error ? 'warn' : 'good'}>{error ? words.notDone : words.succeeded}</Badge>
            ),
          },
          { key: 'why', head: words.why, cell: ({ error }) => error?.message ?? '–' },
        ]}
      />
    </>
  );
}

function Decided({ id, holderId }: { readonly id: string; readonly holderId: string | undefined }) {
  if (holderId === undefined) return <IdLink to="proofing" id={id} />;
  return <Person id={holderId} link={{ to: '/reviews/$id', id }} />;
}
