import { documentNoun } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { useMessages } from '../../../messages/index.ts';

/** A document by its noun; the identifier is in the tooltip. */
export function DocumentName({ type }: { readonly type: string }) {
  const { common } = useMessages();
  return <span title={type}>{common.word(upperFirst(documentNoun(type)))}</span>;
}

/** The cells of a list of holders that are more than their kind. */
export const HOLDER_CELLS = {
  documentType: ({ documentType }: { readonly documentType: string }) => <DocumentName type={documentType} />,
};
