import { useState } from 'react';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Qr } from '../../parts/qr.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';

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

/** For a page of the issuer. It works in a handler of a click only. */
const snippetOf = (requests: AdminResponse<'issueCode'>['requests']) =>
  `await navigator.credentials.create({\n  digital: { requests: ${JSON.stringify(requests)} },\n});`;

function Issued({ issued: { code, link, expireTime, requests }, onClose }: IssuedProps) {
  const { holder: words } = useMessages();
  return (
    <ShownOnce
      title={words.issued}
      text={words.issuedText}
      value={code}
      className="code-once"
      onClose={onClose}
    >
      <Qr text={link ?? code} label={link === undefined ? words.qrOfCode : words.qrOfLink} />
      <Facts
        facts={[
          [words.issuedUntil, <Time key="until" at={expireTime} isRelative />],
          link !== undefined && [words.codeLink, <Id key="link" value={link} isWhole />],
          requests !== undefined && [
            words.snippet,
            <span key="snippet">
              {words.snippetText} <CopyButton text={snippetOf(requests)} label={words.snippet} />
            </span>,
          ],
        ]}
      />
    </ShownOnce>
  );
}
