import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { StateBadge } from '../../parts/states.tsx';

export type HolderRow = AdminResponse<'listHolders'>['holders'][number];

export function useHolderColumns(): readonly Column<HolderRow>[] {
  const { holders: words } = useMessages();
  const heads = words.columns;
  return [
    { key: 'id', head: heads.id, cell: ({ id }) => <IdLink to="holder" id={id} /> },
    { key: 'state', head: heads.state, cell: ({ state }) => <StateBadge of="holder" state={state} /> },
    { key: 'type', head: heads.documentType, cell: ({ documentType }) => documentType },
    { key: 'version', head: heads.version, cell: ({ recordVersion }) => recordVersion, isNumber: true },
    { key: 'created', head: heads.created, cell: ({ createTime }) => <Time at={createTime} /> },
    { key: 'updated', head: heads.updated, cell: ({ updateTime }) => <Time at={updateTime} /> },
  ];
}
