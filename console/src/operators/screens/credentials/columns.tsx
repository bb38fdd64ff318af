import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { StateBadge } from '../../parts/states.tsx';

export type CredentialRow = AdminResponse<'listCredentials'>['credentials'][number];
type Name = 'id' | 'holder' | 'device' | 'state' | 'version' | 'created';

/** Columns of credentials. The pages of a holder and of a device omit their own. */
export function useCredentialColumns(without: readonly Name[] = []): readonly Column<CredentialRow>[] {
  const { credentials: words } = useMessages();
  const all: readonly (Column<CredentialRow> & { readonly key: Name })[] = [
    { key: 'id', head: words.columns.id, cell: ({ id }) => <IdLink to="credential" id={id} /> },
    {
      key: 'holder',
      head: words.columns.holder,
      cell: ({ holderId }) => <IdLink to="holder" id={holderId} />,
    },
    {
      key: 'device',
      head: words.columns.device,
      cell: ({ deviceReferenceId }) => <IdLink to="device" id={deviceReferenceId} />,
    },
    {
      key: 'state',
      head: words.columns.state,
      cell: ({ state, userActionRequired: action }) =>
        action ? (
          <span className="lines">
            <StateBadge of="credential" state={state} />
            <span className="small">
              {words.actionDue} <Time at={new Date(Number(action.deadlineTimeMillis)).toISOString()} />
            </span>
          </span>
        ) : (
          <StateBadge of="credential" state={state} />
        ),
    },
    {
      key: 'version',
      head: words.columns.version,
      cell: ({ recordVersion }) => recordVersion,
      isNumber: true,
    },
    { key: 'created', head: words.columns.created, cell: ({ createTime }) => <Time at={createTime} /> },
  ];
  return all.filter(({ key }) => !without.includes(key));
}
