import { documentNoun } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { useMessages } from '../../../messages/index.ts';
import { StateBadge, useStateWord } from '../../parts/states.tsx';

/** A document by its noun; the identifier is in the tooltip. */
export function DocumentName({ type }: { readonly type: string }) {
  const { common } = useMessages();
  return (
    <span className="noun" title={type}>
      {common.word(upperFirst(documentNoun(type)))}
    </span>
  );
}

/** Nearly all are active: one who is not is seen at once. */
function HolderState({ state }: { readonly state: string }) {
  const word = useStateWord();
  if (state !== 'active') return <StateBadge of="holder" state={state} />;
  return <span className="soft">{word('holder', state)}</span>;
}

interface Row {
  readonly documentType: string;
  readonly state: string;
}

/** The columns of a list of holders. */
export const HOLDER_COLUMNS = {
  extra: ['recordVersion', 'updateTime'],
  cells: {
    state: ({ state }: Row) => <HolderState state={state} />,
    documentType: ({ documentType }: Row) => <DocumentName type={documentType} />,
  },
} as const;
