import { useState } from 'react';
import { documentNoun } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { n } from '../../../messages/counts.ts';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { useHolderName } from '../../parts/people/names.ts';
import { StateBadge } from '../../parts/states.tsx';
import { SubjectEvents } from '../../parts/subject-events.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { ActionNotice } from './action-notice.tsx';
import { RequireAction } from './require-action.tsx';

type View = AdminResponse<'getCredential'>;
type Opened = 'revoke' | 'require' | 'clear';

const isLive = ({ state }: View) => state === 'active' || state === 'provisionPending';

/** Whether its state allows it. */
const IS_OFFERED: Readonly<Record<Opened, (credential: View) => boolean>> = {
  revoke: isLive,
  require: ({ state, userActionRequired }) => state === 'active' && userActionRequired === undefined,
  clear: (credential) => isLive(credential) && credential.userActionRequired !== undefined,
};

function Actions({ credential, open }: { readonly credential: View; readonly open: (one: Opened) => void }) {
  const { credentials: words } = useMessages();
  const may = useMayCall();
  return (
    <>
      {may('clearAction') && IS_OFFERED.clear(credential) && (
        <Button onClick={() => open('clear')}>{words.clear}</Button>
      )}
      {may('requireAction') && IS_OFFERED.require(credential) && (
        <Button onClick={() => open('require')}>{words.require}</Button>
      )}
      {may('revokeCredential') && IS_OFFERED.revoke(credential) && (
        <Button kind="danger" onClick={() => open('revoke')}>
          {words.revoke}
        </Button>
      )}
    </>
  );
}

export function Credential() {
  const id = useAddressPart('id');
  const { credentials: words, parts } = useMessages();
  const heading = useHeading('listCredentials');
  const query = useAdmin('getCredential', { id }, { every: 15_000 });
  const holder = useAdmin(
    'getHolder',
    { id: query.data?.holderId ?? '' },
    { enabled: query.data !== undefined && isLive(query.data) },
  );
  const [opened, setOpened] = useState<Opened>();
  useRequestedDialog<Opened>(
    ['revoke', 'require', 'clear'],
    setOpened,
    (one) => query.data && IS_OFFERED[one](query.data),
  );
  const close = () => setOpened(undefined);
  const current = holder.data?.recordVersion;
  const name = useHolderName(query.data?.holderId);
  const title = name && words.of(name, documentNoun(holder.data?.documentType));
  const ofHolder = (to: 'device' | 'proofing', linked: string) => (
    <IdLink key={to} to={to} id={linked} owner={query.data?.holderId} />
  );
  return (
    <Page
      title={title ?? words.one}
      lead={<Id value={id} />}
      back={<Link to="/credentials">{parts.back(words.title)}</Link>}
      actions={query.data && <Actions credential={query.data} open={setOpened} />}
    >
      <Loaded query={query} also={[holder]}>
        {(credential) => (
          <>
            {credential.userActionRequired && <ActionNotice action={credential.userActionRequired} />}
            {current !== undefined && credential.recordVersion < current && (
              <Notice kind="care" title={words.behindTitle}>
                {words.behindText}
              </Notice>
            )}
            <section className="box">
              <Facts
                facts={[
                  [heading('state'), <StateBadge key="state" of="credential" state={credential.state} />],
                  [heading('holderId'), <IdLink key="holder" to="holder" id={credential.holderId} />],
                  [heading('deviceReferenceId'), ofHolder('device', credential.deviceReferenceId)],
                  [words.proofing, ofHolder('proofing', credential.proofingId)],
                  [heading('recordVersion'), versionText(words, credential.recordVersion, current)],
                  [words.versionId, <Id key="version" value={credential.versionId} />],
                  [words.validMsos, words.notExpired(n(credential.validMsos))],
                  [heading('createTime'), <Time key="created" at={credential.createTime} isRelative />],
                  [heading('updateTime'), <Time key="updated" at={credential.updateTime} isRelative />],
                ]}
              />
            </section>
            <h2>{words.events}</h2>
            <SubjectEvents subject="credential" id={id} />
            {opened === 'revoke' && (
              <WordedDialog
                method="revokeCredential"
                on={{ id }}
                typed={id}
                named={title && parts.acts(words.revoke, title)}
                onClose={close}
              />
            )}
            {opened === 'require' && <RequireAction id={id} onClose={close} />}
            {opened === 'clear' && <WordedDialog method="clearAction" on={{ id }} onClose={close} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Words = ReturnType<typeof useMessages>['credentials'];

function versionText(words: Words, version: number, current: number | undefined): string {
  if (current === undefined) return String(version);
  return version < current ? words.versionBehind(version, current) : words.versionCurrent(version);
}
