import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { Found } from '../../parts/found.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { useHolderName } from '../../parts/people/names.ts';
import { StateBadge } from '../../parts/states.tsx';
import { SubjectEvents } from '../../parts/subject-events.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { CREDENTIAL_CELLS } from '../credentials/state-cell.tsx';
import { useLevelWord } from './level.ts';

export function Device() {
  const id = useAddressPart('id');
  const { devices: words, parts } = useMessages();
  const query = useAdmin('getDevice', { id });
  const refused = useAdmin('listRefusedRequests', { deviceReferenceId: id, pageSize: 1 });
  const last = refused.data?.requests[0];
  const name = useHolderName(query.data?.holderId);
  const lastId = last && (last.errorId ?? last.requestId);
  return (
    <Page
      title={name === undefined ? words.one : words.of(name)}
      lead={<Id value={id} />}
      back={<Link to="/devices">{parts.back(words.title)}</Link>}
      actions={
        <>
          {lastId && (
            <Link to="/explain" search={{ id: lastId }} className="button">
              {words.explainLast}
            </Link>
          )}
          <Link to="/explain" search={{ id, as: 'device' }} className="button">
            {words.explainAll}
          </Link>
        </>
      }
    >
      <Found query={query} missing={<SubjectEvents subject="device" id={id} />}>
        {(device) => (
          <>
            <About device={device} />
            <h2>{words.credentials}</h2>
            <OnDevice id={id} />
            <h2>{words.events}</h2>
            <SubjectEvents subject="device" id={id} />
          </>
        )}
      </Found>
    </Page>
  );
}

function About({ device }: { readonly device: AdminResponse<'getDevice'> }) {
  const { devices: words } = useMessages();
  const level = useLevelWord('long');
  const heading = useHeading('listDevices');
  const { holderId, keySha256, certificateSha256, registerTime, nonceExpireTime, securityLevel } = device;
  return (
    <section className="box">
      <Facts
        facts={[
          [heading('state'), <StateBadge key="state" of="device" state={device.state} />],
          holderId !== undefined && [heading('holderId'), <IdLink key="holder" to="holder" id={holderId} />],
          registerTime !== undefined && [
            heading('registerTime'),
            <Time key="time" at={registerTime} isRelative />,
          ],
          nonceExpireTime !== undefined && [words.nonce, <Time key="nonce" at={nonceExpireTime} />],
          [
            words.attestation,
            securityLevel === undefined
              ? words.notAttested
              : `${words.attested(level(securityLevel))} ${words.attestedUse[device.identityCredentialKey ? 'only' : 'other']}`,
            'wide',
          ],
          keySha256 !== undefined && [words.key, <Id key="key" value={keySha256} isWhole />, 'wide'],
          certificateSha256 !== undefined && [
            words.certificate,
            <Id key="certificate" value={certificateSha256} isWhole />,
            'wide',
          ],
        ]}
      />
    </section>
  );
}

function OnDevice({ id }: { readonly id: string }) {
  const { devices: words } = useMessages();
  const query = useAdmin('listCredentials', { deviceReferenceId: id, orderBy: 'createTime desc' });
  return (
    <WordedTable
      method="listCredentials"
      query={query}
      caption={words.credentials}
      without={['deviceReferenceId']}
      cells={CREDENTIAL_CELLS}
      empty={words.noCredentials}
    />
  );
}
