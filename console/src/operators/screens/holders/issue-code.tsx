import { useState } from 'react';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Checkbox, Field, Select } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Qr } from '../../parts/qr.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';

interface IssueProps {
  readonly holder: Pick<AdminResponse<'getHolder'>, 'id' | 'documentType'>;
  readonly onClose: () => void;
}

export function IssueCode({ holder: { id: holderId, documentType }, onClose }: IssueProps) {
  const { holder: words } = useMessages();
  const { mutateAsync } = useAdminAction('issueCode');
  const { data } = useAdmin('listDocumentTypes', {});
  const takesTxCodes = data?.documentTypes.some(
    ({ docType, txCodes }) => txCodes && docType === documentType,
  );
  const [seconds, setSeconds] = useState('');
  const [hasTxCode, setHasTxCode] = useState(false);
  const [issued, setIssued] = useState<AdminResponse<'issueCode'>>();
  if (issued) return <Issued issued={issued} onClose={onClose} />;
  return (
    <ActionDialog
      title={words.issueTitle}
      text={words.issueText}
      action={words.issue}
      waitsText={words.issueWaits}
      staysOpen
      run={() =>
        mutateAsync({
          holderId,
          ...(seconds !== '' && { ttlSeconds: Number(seconds) }),
          ...(hasTxCode && { txCode: true }),
        })
      }
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
      {takesTxCodes && <Checkbox label={words.withTxCode} isChecked={hasTxCode} onChange={setHasTxCode} />}
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

function Issued({ issued, onClose }: IssuedProps) {
  const { code, link, offer, txCode, expireTime, requests } = issued;
  const { holder: words } = useMessages();
  const heading = useHeading('listCodes');
  const pictures = [
    // A wallet that asks for a transaction code takes the offer only.
    ...(link !== undefined && txCode === undefined ? [[words.qrOfLink, link] as const] : []),
    ...(offer === undefined ? [] : [[words.qrOfOffer, offer] as const]),
  ];
  const shown = pictures.length > 0 ? pictures : [[words.qrOfCode, code] as const];
  return (
    <ShownOnce
      title={words.issued}
      text={words.issuedText}
      value={code}
      className="code-once"
      onClose={onClose}
    >
      <div className="qrs">
        {shown.map(([label, text]) => (
          <figure key={label}>
            <Qr text={text} label={label} />
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
      <Facts
        facts={[
          [heading('expireTime'), <Time key="until" at={expireTime} isRelative />],
          txCode !== undefined && [
            words.txCode,
            <span key="txCode">
              <Id value={txCode} isWhole /> {words.txCodeText}
            </span>,
          ],
          link !== undefined && [words.codeLink, <Id key="link" value={link} isWhole />],
          offer !== undefined && [
            words.offer,
            <span key="offer">
              {words.offerText} <CopyButton text={offer} label={words.offer} />
            </span>,
          ],
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
