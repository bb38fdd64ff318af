import type { TypeNamespace, ValueType } from '../../issuer/document-types/index.ts';
import { takesTxCodes } from '../../issuer/offer/offer.ts';
import { DOCUMENT_TYPE_METHODS } from '../contract/document-types/methods.ts';
import { issuer, operation } from '../operation/operation.ts';

type Parts = readonly { readonly path: string; readonly type: string }[];

function partsOf({ items, members = {} }: ValueType, path = ''): Parts {
  const inside: readonly (readonly [string, ValueType])[] = [
    ...(items ? [[`${path}[]`, items] as const] : []),
    ...Object.entries(members).map(([name, member]) => [`${path}.${name}`, member] as const),
  ];
  return inside.flatMap(([inner, value]) => [{ path: inner, type: value.type }, ...partsOf(value, inner)]);
}

function namespaceView({ name, elements }: TypeNamespace) {
  const shown = elements.map(({ identifier, identifierPattern, type, mandatory = false, ...value }) => ({
    ...(identifier === undefined ? {} : { identifier }),
    ...(identifierPattern === undefined ? {} : { identifierPattern }),
    type,
    mandatory,
    ...(value.items || value.members ? { parts: [...partsOf({ type, ...value })] } : {}),
  }));
  return { name, elements: shown };
}

export const listDocumentTypes = operation(DOCUMENT_TYPE_METHODS.listDocumentTypes, {
  needs: issuer,
  run: async ({ policy }) => ({
    documentTypes: [...policy.documentTypes.values()].map(({ docType, title, source, namespaces }) => ({
      docType,
      title,
      source,
      txCodes: takesTxCodes(policy, docType),
      namespaces: namespaces.map(namespaceView),
    })),
  }),
});
