import { useState } from 'react';
import { Facts } from '../../../kit/facts.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { PublishersField } from '../../parts/publishers-field.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { type Scope, ScopesField } from './client-fields.tsx';

export function IssueToken({ onClose }: { readonly onClose: () => void }) {
  const { clients: words } = useMessages();
  const { mutateAsync } = useAdminAction('issueToken');
  const [publishers, setPublishers] = useState<readonly string[]>([]);
  const [scopes, setScopes] = useState<readonly Scope[]>(['readonly']);
  const [seconds, setSeconds] = useState('600');
  const [issued, setIssued] = useState<AdminResponse<'issueToken'>>();
  if (issued) return <Issued issued={issued} onClose={onClose} />;
  const missing = () => {
    if (publishers.length === 0) return words.publishers;
    return scopes.length === 0 ? words.scopes : undefined;
  };
  const request = { publishers: [...publishers], scopes: [...scopes], ttlSeconds: Number(seconds) };
  return (
    <ActionDialog
      title={words.tokenTitle}
      text={words.tokenText}
      action={words.issue}
      missing={missing()}
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

function Issued({ issued: { accessToken, scope, expireTime }, onClose }: IssuedProps) {
  const { clients: words } = useMessages();
  return (
    <ShownOnce
      title={words.issued}
      text={words.issuedText}
      value={accessToken}
      className="token"
      onClose={onClose}
    >
      <Facts
        facts={[
          [words.scope, <code key="scope">{scope}</code>],
          [words.until, <Time key="until" at={expireTime} isRelative />],
        ]}
      />
    </ShownOnce>
  );
}
