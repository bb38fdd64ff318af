import { Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import type { AdminMethod } from '../method.ts';

export const SPECIMEN_METHODS = {
  signSpecimen: {
    http: ['POST', '/admin/v1/specimens:sign'],
    role: 'administrator',
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
