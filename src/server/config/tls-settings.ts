import { Type } from 'typebox';
import { Path } from './path.ts';

/** TLS on a listener; both files are read again when they change. */
export const TlsSettings = (listener: string, otherwise: string) =>
  Type.Object(
    {
      certificate: Type.Optional(
        Path({
          description: `File: PEM certificate chain of ${listener}, its own certificate first. Default: ${otherwise}.`,
        }),
      ),
      key: Type.Optional(Path({ description: 'File: PEM private key of that certificate.' })),
    },
    { additionalProperties: false, default: {} },
  );
