import { Type } from 'typebox';

/** TLS on a listener; both files are read again when they change. */
export const TlsSettings = (listener: string, otherwise: string) =>
  Type.Object(
    {
      certificate: Type.Optional(
        Type.String({
          description: `File: PEM certificate chain of ${listener}, its own certificate first. Default: ${otherwise}.`,
          minLength: 1,
        }),
      ),
      key: Type.Optional(
        Type.String({ description: 'File: PEM private key of that certificate.', minLength: 1 }),
      ),
    },
    { additionalProperties: false, default: {} },
  );
