import { documentNoun } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';

/** A document by its noun; the identifier is in the tooltip. */
export const DocumentName = ({ type }: { readonly type: string }) => (
  <span title={type}>{upperFirst(documentNoun(type))}</span>
);

/** The cells of a list of holders that are more than their kind. */
export const HOLDER_CELLS = {
  documentType: ({ documentType }: { readonly documentType: string }) => <DocumentName type={documentType} />,
};
