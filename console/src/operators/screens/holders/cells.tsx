import { documentNoun } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { useMessages } from '../../../messages/index.ts';
import { Person } from '../../parts/people/person.tsx';
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
  readonly id: string;
  readonly documentType: string;
  readonly state: string;
}

/** The columns of a list of holders. Almost all may get documents; a state stands beside the name of those who may not. */
export const HOLDER_COLUMNS = {
  extra: ['state', 'recordVersion', 'updateTime'],
  cells: {
    id: ({ id, state }: Row) => (
      <>
        <Person id={id} /> {state !== 'active' && <StateBadge of="holder" state={state} />}
      </>
    ),
    documentType: ({ documentType }: Row) => <DocumentName type={documentType} />,
  },
} as const;
