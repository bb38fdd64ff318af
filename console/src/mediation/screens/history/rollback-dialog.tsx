import { useState } from 'react';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { ApiError } from '../../../api/client.ts';
import { FormActions } from '../../../kit/form-actions.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Alert, Failure, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { mediation as call, useChange, useMediation, useRead } from '../../api.ts';
import { useFieldWords } from '../../parts/field-words.ts';
import { GroupDifference } from '../../parts/group-difference.tsx';
import { problemsOf } from '../../parts/problems.tsx';

const ROLLBACK = 'accounts.mediationGroups.rollback';

interface RefusedProps {
  readonly error: unknown;
  /** The group now, and as it was. */
  readonly groups: readonly MediationGroup[];
}

/** Why the old content is refused, at the fields that it concerns. */
function Refused({ error, groups }: RefusedProps) {
  const { mediation } = useMessages();
  const text = useFieldWords(...groups);
  if (!(error instanceof ApiError) || error.violations.length === 0) return <Failure error={error} />;
  return (
    <Alert title={mediation.history.refused}>
      <ul>
        {[...problemsOf(error.violations)].map(([field, problem]) => (
          <li key={field}>
            <strong>{text.field(field)}</strong>: {problem}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface RollbackDialogProps {
  readonly group: MediationGroup;
  readonly revision: number;
  readonly onClose: () => void;
}

/** Lets the server check the roll-back, shows what it changes, and carries it out. */
export function RollbackDialog({ group, revision, onClose }: RollbackDialogProps) {
  const { mediation } = useMessages();
  const { history: words } = mediation;
  const say = useSay();
  const { name: on = '', etag } = group;
  const rollback = useChange(ROLLBACK);
  const [failure, setFailure] = useState<unknown>();
  const body = { revision };
  const earlier = useMediation('accounts.mediationGroups.get', { on, query: { revision } });
  const preview = useRead(
    [ROLLBACK, on, revision, etag],
    async (options) => {
      const trial = { on, body, ifMatch: etag, validateOnly: true };
      return (await call(ROLLBACK, trial, options)).body;
    },
    // The group is read again after the roll-back, which is not tried once more then.
    { enabled: !rollback.isPending && !rollback.isSuccess },
  );
  const error = failure ?? preview.error ?? undefined;
  const isSame = preview.data !== undefined && preview.data.etag === etag;
  const run = async () => {
    setFailure(undefined);
    try {
      await rollback.mutateAsync({ on, body, ifMatch: etag });
      say(words.done(revision));
      onClose();
    } catch (cause) {
      setFailure(cause);
    }
  };
  return (
    <Modal title={words.rollBackTo(revision)} text={words.text} isWide onClose={onClose}>
      {error !== undefined && (
        <Refused error={error} groups={[group, ...(earlier.data ? [earlier.data] : [])]} />
      )}
      {preview.isPending && (
        <p className="soft" role="status">
          {words.checking}
        </p>
      )}
      {isSame && <Notice>{words.alreadySo}</Notice>}
      {preview.data && !isSame && <GroupDifference before={group} after={preview.data} />}
      <FormActions
        action={words.rollBack}
        isBusy={rollback.isPending}
        isReady={preview.data !== undefined && !isSame}
        onRun={run}
        onCancel={onClose}
      />
    </Modal>
  );
}
