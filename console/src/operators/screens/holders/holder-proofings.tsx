import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { decidedOf, useDecisionFacts } from '../../parts/decision-text.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { deviceOwner, ProofingState } from '../../proofing-state.tsx';

export function HolderProofings({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const factsOf = useDecisionFacts();
  const query = useAdmin('listProofings', { holderId: id, orderBy: 'createTime desc' });
  return (
    <WordedTable
      method="listProofings"
      query={query}
      caption={words.tabs.proofings}
      without={['holderId', 'deadlineTime']}
      cells={{
        state: (row) => (
          <>
            <ProofingState state={row.state} />{' '}
            <span className="small">{factsOf(decidedOf(row))[0]?.[1]}</span>
          </>
        ),
        deviceReferenceId: (row) => (
          <IdLink to="device" id={row.deviceReferenceId} owner={deviceOwner(row)} />
        ),
      }}
      empty={words.noProofings}
    />
  );
}
