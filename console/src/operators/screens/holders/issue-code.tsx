import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Notice } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Qr } from '../../parts/qr.tsx';

interface IssueProps {
  readonly holderId: string;
  readonly onClose: () => void;
}

export function IssueCode({ holderId, onClose }: IssueProps) {
  const { holder: words } = useMessages();
  const { mutateAsync } = useAdminAction('issueCode');
  const [seconds, setSeconds] = useState('');
  const [issued, setIssued] = useState<AdminResponse<'issueCode'>>();
  if (issued) return <Issued issued={issued} onClose={onClose} />;
  return (
    <ActionDialog
      title={words.issueTitle}
      text={words.issueText}
      action={words.issue}
      waitsText={words.issueWaits}
      staysOpen
      run={() => mutateAsync({ holderId, ...(seconds !== '' && { ttlSeconds: Number(seconds) }) })}
      onDone={setIssued}
      onClose={onClose}
    >
      <Field label={words.validity}>
        <Select
          value={seconds}
          onChange={setSeconds}
          options={Object.entries(words.validities)
            .sort(([one], [other]) => Number(one) - Number(other))
            .map(([value, text]) => ({ value, text }))}
        />
      </Field>
    </ActionDialog>
  );
}

interface IssuedProps {
  readonly issued: AdminResponse<'issueCode'>;
  readonly onClose: () => void;
}

/** The code exists only in this dialog and is lost when it closes. */
function Issued({ issued: { code, link, expireTime }, onClose }: IssuedProps) {
  const { common, holder: words } = useMessages();
  return (
    <Modal title={words.issued} onClose={onClose}>
      <Notice kind="care">{words.issuedText}</Notice>
      <p className="code-once">
        <Id value={code} isWhole />
      </p>
      <Qr text={link ?? code} label={link === undefined ? words.qrOfCode : words.qrOfLink} />
      <Facts
        facts={[
          [words.issuedUntil, <Time key="until" at={expireTime} isRelative />],
          link !== undefined && [words.codeLink, <Id key="link" value={link} isWhole />],
        ]}
      />
      <div className="actions">
        <Button kind="main" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Modal>
  );
}
