import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { StateBadge } from '../../parts/states.tsx';

type CredentialRow = AdminResponse<'listCredentials'>['credentials'][number];

/** The state, and until when the user must act. */
function State({ row: { state, userActionRequired: action } }: { readonly row: CredentialRow }) {
  const { credentials: words } = useMessages();
  if (!action) return <StateBadge of="credential" state={state} />;
  return (
    <span className="lines">
      <StateBadge of="credential" state={state} />
      <span className="small">
        {words.actionDue} <Time at={new Date(Number(action.deadlineTimeMillis)).toISOString()} />
      </span>
    </span>
  );
}

/** The cells of a list of credentials that are more than their kind. */
export const CREDENTIAL_CELLS = { state: (row: CredentialRow) => <State row={row} /> };
