import { Id } from '../../../kit/id.tsx';
import { Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { DecisionText, decidedOf } from '../../parts/decision-text.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { SubjectEvents } from '../../parts/subject-events.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { deviceOwner, ProofingState } from '../../proofing-state.tsx';
import type { Review } from './evidence.tsx';

/** Earlier events of this holder and this device. */
export function History({ review }: { readonly review: Review }) {
  const { proofing: words } = useMessages();
  const proofing = useHeading('listProofings');
  const code = useHeading('listCodes');
  const credential = useHeading('listCredentials');
  const owner = review.holder?.id;
  const { earlierProofings, codes, credentials } = review;
  return (
    <>
      <section className="stack tight" aria-labelledby="earlier">
        <h2 id="earlier">{words.earlier}</h2>
        {earlierProofings.length === 0 ? (
          <p className="soft">{words.noEarlier}</p>
        ) : (
          <Table
            caption={words.earlier}
            rows={earlierProofings}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'id',
                head: proofing('id'),
                cell: ({ id, holderId }) => <IdLink to="proofing" id={id} owner={holderId} />,
              },
              { key: 'time', head: proofing('createTime'), cell: (row) => <Time at={row.createTime} /> },
              { key: 'state', head: words.columns.state, cell: (row) => <ProofingState state={row.state} /> },
              {
                key: 'reason',
                head: words.columns.reason,
                cell: (row) => <DecisionText decided={decidedOf(row)} />,
              },
              {
                key: 'device',
                head: words.columns.device,
                cell: (row) => <IdLink to="device" id={row.deviceReferenceId} owner={deviceOwner(row)} />,
              },
            ]}
          />
        )}
      </section>
      <section className="stack tight" aria-labelledby="codes">
        <h2 id="codes">{words.codes}</h2>
        {codes.length === 0 ? (
          <p className="soft">{words.noCodes}</p>
        ) : (
          <Table
            caption={words.codes}
            rows={codes}
            rowKey={({ id }) => id}
            columns={[
              { key: 'id', head: words.columns.id, cell: ({ id }) => <Id value={id} /> },
              { key: 'time', head: code('createTime'), cell: (row) => <Time at={row.createTime} /> },
              {
                key: 'state',
                head: words.columns.state,
                cell: (row) => <StateBadge of="code" state={row.state} />,
              },
              { key: 'ends', head: code('expireTime'), cell: (row) => <Time at={row.expireTime} /> },
            ]}
          />
        )}
      </section>
      <section className="stack tight" aria-labelledby="credentials">
        <h2 id="credentials">{words.credentials}</h2>
        {credentials.length === 0 ? (
          <p className="soft">{words.noCredentials}</p>
        ) : (
          <Table
            caption={words.credentials}
            rows={credentials}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'id',
                head: credential('id'),
                cell: ({ id }) => (
                  <IdLink to="credential" id={id} owner={owner} documentType={review.holder?.documentType} />
                ),
              },
              {
                key: 'state',
                head: words.columns.state,
                cell: ({ state }) => <StateBadge of="credential" state={state} />,
              },
              {
                key: 'device',
                head: words.columns.device,
                cell: (row) => <IdLink to="device" id={row.deviceReferenceId} owner={owner} />,
              },
              { key: 'time', head: credential('updateTime'), cell: (row) => <Time at={row.updateTime} /> },
            ]}
          />
        )}
      </section>
      <section className="stack tight" aria-labelledby="events">
        <h2 id="events">{words.events}</h2>
        <SubjectEvents subject="proofing" id={review.proofing.id} />
      </section>
    </>
  );
}
