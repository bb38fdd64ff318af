import { documentNoun } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { useMessages } from '../../../messages/index.ts';
import { StateBadge } from '../../parts/states.tsx';

/** A document by its noun; the identifier is in the tooltip. */
export function DocumentName({ type }: { readonly type: string }) {
  const { common } = useMessages();
  return (
    <span className="noun" title={type}>
      {common.word(upperFirst(documentNoun(type)))}
    </span>
  );
}

interface Row {
  readonly documentType: string;
  readonly state: string;
}

/** The columns of a list of holders. */
export const HOLDER_COLUMNS = {
  extra: ['recordVersion', 'updateTime'],
  cells: {
    state: ({ state }: Row) => <StateBadge of="holder" state={state} />,
    documentType: ({ documentType }: Row) => <DocumentName type={documentType} />,
  },
} as const;
