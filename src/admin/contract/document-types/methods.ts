import { Type } from 'typebox';
import { closed } from '../../../conventions/json-schema.ts';
import type { AdminMethod } from '../method.ts';

const ElementView = Type.Object({
  identifier: Type.Optional(Type.String()),
  identifierPattern: Type.Optional(Type.String({ description: 'For families such as age_over_NN.' })),
  type: Type.String({ description: 'text, uint, boolean, bytes, full-date, date-time, date, array, map.' }),
  mandatory: Type.Boolean(),
  parts: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), type: Type.String() }), {
      description: 'What lists and maps contain: `[].issue_date` is a member of the items of a list.',
    }),
  ),
});

const DocumentTypeView = Type.Object({
  docType: Type.String(),
  title: Type.String(),
  source: Type.String({ description: 'The specification that it follows.' }),
  txCodes: Type.Boolean({ description: 'Whether codes can have a transaction code; see issuer.wallets.' }),
  namespaces: Type.Array(Type.Object({ name: Type.String(), elements: Type.Array(ElementView) })),
});

export const DOCUMENT_TYPE_METHODS = {
  listDocumentTypes: {
    http: ['GET', '/admin/v1/documentTypes'],
    role: 'viewer',
    command: { none: 'diptych holders import reads it' },
    summary: 'List the document types that are served, with their elements',
    request: Type.Object({}, closed),
    response: Type.Object({ documentTypes: Type.Array(DocumentTypeView) }),
  },
} as const satisfies Record<string, AdminMethod>;

export const SPECIMEN_METHODS = {
  signSpecimen: {
    http: ['POST', '/admin/v1/specimens:sign'],
    role: 'administrator',
    noValidateOnly: 'it signs',
    audit: ['key.signSpecimen'],
    command: 'keys export-iaca',
    summary: 'Sign a document of an invented person, to test readers with',
    request: Type.Object(
      { documentType: Type.String({ description: 'The docType.', minLength: 1, maxLength: 256 }) },
      closed,
    ),
    response: Type.Object({
      documentType: Type.String(),
      issuerSigned: Type.String({ description: 'IssuerSigned (ISO 18013-5 8.3.2.1.2.2), CBOR in base64.' }),
    }),
  },
} as const satisfies Record<string, AdminMethod>;
