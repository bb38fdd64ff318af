import { refusalReasons } from 'virtual:contract';
import { useState } from 'react';
import { Facts } from '../../../kit/facts.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { type ApprovalRow, Asker, useTitle } from './approval-parts.tsx';
import { TargetLink } from './target-link.tsx';

interface DialogProps {
  readonly approval: ApprovalRow;
  readonly onClose: () => void;
}

function Summary({ approval }: { readonly approval: ApprovalRow }) {
  const { approvals: words } = useMessages();
  const heading = useHeading('listApprovals');
  return (
    <Facts
      facts={[
        [heading('method'), useTitle(approval)],
        [words.target, <TargetLink key="on" approval={approval} />],
        [heading('requestedBy'), <Asker key="by" approval={approval} />],
      ]}
    />
  );
}

/** Repeats action, target and requester, and asks for the password. A single key press never approves. */
export function ApproveDialog({ approval, onClose }: DialogProps) {
  const { approvals: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('approveApproval');
  return (
    <ActionDialog
      title={words.approveTitle}
      text={words.approveText}
      action={words.approve}
      isFinal
      run={() => mutateAsync({ id: approval.id })}
      onDone={({ approval: { state, failure } }) => {
        if (state === 'approved') say(words.allowed);
        else say(failure === undefined ? words.approved : words.approvedFailed(failure));
      }}
      onClose={onClose}
    >
      <Summary approval={approval} />
    </ActionDialog>
  );
}

type Reason = (typeof refusalReasons)[number];

interface RefuseProps extends DialogProps {
  readonly isOwn: boolean;
}

export function RefuseDialog({ approval, isOwn, onClose }: RefuseProps) {
  const { approvals: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('refuseApproval');
  const [reason, setReason] = useState<Reason>(isOwn ? 'withdrawn' : 'notNeeded');
  const offered = refusalReasons.filter((one) => isOwn || one !== 'withdrawn');
  return (
    <ActionDialog
      title={isOwn ? words.withdrawTitle : words.refuseTitle}
      text={words.refuseText}
      action={isOwn ? words.withdraw : words.refuse}
      isDanger
      run={() => mutateAsync({ id: approval.id, reason })}
      onDone={() => say(isOwn ? words.withdrawn : words.refused)}
      onClose={onClose}
    >
      <Summary approval={approval} />
      <Field label={words.why}>
        <Select
          value={reason}
          onChange={setReason}
          options={offered.map((value) => ({ value, text: words.reasons[value] }))}
        />
      </Field>
    </ActionDialog>
  );
}
