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
import { PublishersField } from '../../parts/publishers-field.tsx';
import { type Scope, ScopesField } from './client-fields.tsx';

export function IssueToken({ onClose }: { readonly onClose: () => void }) {
  const { clients: words } = useMessages();
  const { mutateAsync } = useAdminAction('issueToken');
  const [publishers, setPublishers] = useState<readonly string[]>([]);
  const [scopes, setScopes] = useState<readonly Scope[]>(['readonly']);
  const [seconds, setSeconds] = useState('600');
  const [issued, setIssued] = useState<AdminResponse<'issueToken'>>();
  if (issued) return <Issued issued={issued} onClose={onClose} />;
  const request = { publishers: [...publishers], scopes: [...scopes], ttlSeconds: Number(seconds) };
  return (
    <ActionDialog
      title={words.tokenTitle}
      text={words.tokenText}
      action={words.issue}
      isReady={publishers.length > 0 && scopes.length > 0}
      staysOpen
      run={() => mutateAsync(request)}
      onDone={setIssued}
      onClose={onClose}
    >
      <PublishersField label={words.publishers} value={publishers} onChange={setPublishers} />
      <ScopesField value={scopes} onChange={setScopes} />
      <Field label={words.lifetime}>
        <Select
          value={seconds}
          onChange={setSeconds}
          options={Object.entries(words.lifetimes).map(([value, text]) => ({ value, text }))}
        />
      </Field>
    </ActionDialog>
  );
}

interface IssuedProps {
  readonly issued: AdminResponse<'issueToken'>;
  readonly onClose: () => void;
}

/** The token exists only in this dialog; it goes with it. */
function Issued({ issued: { accessToken, scope, expireTime }, onClose }: IssuedProps) {
  const { common, clients: words } = useMessages();
  return (
    <Modal title={words.issued} onClose={onClose}>
      <Notice kind="care">{words.issuedText}</Notice>
      <div className="token">
        <Id value={accessToken} isWhole />
      </div>
      <Facts
        facts={[
          [words.scope, <code key="scope">{scope}</code>],
          [words.until, <Time key="until" at={expireTime} isRelative />],
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
