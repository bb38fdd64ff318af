import type { TypeNamespace } from '../../issuer/document-types/index.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

function namespaceView({ name, elements }: TypeNamespace) {
  const shown = elements.map(({ identifier, identifierPattern, type, mandatory = false }) => ({
    ...(identifier === undefined ? {} : { identifier }),
    ...(identifierPattern === undefined ? {} : { identifierPattern }),
    type,
    mandatory,
  }));
  return { name, elements: shown };
}

export const listDocumentTypes: AdminOperation<'listDocumentTypes', Pick<IssuerAdminDeps, 'policy'>> =
  ({ policy }) =>
  async () => ({
    documentTypes: [...policy.documentTypes.values()].map(({ docType, title, source, namespaces }) => ({
      docType,
      title,
      source,
      namespaces: namespaces.map(namespaceView),
    })),
  });
