import { Type } from 'typebox';
import { LibraryPath, Path } from './path.ts';

/** Where the issuer's private keys are, and how long old ones are kept. */
export const KeySettings = Type.Object(
  {
    custody: Type.Enum(['files', 'pkcs11'], {
      description:
        'Where new private keys are created. files: in the data folder. pkcs11: in a token; keys in files stay in use until they are rotated.',
      default: 'files',
    }),
    extractable: Type.Boolean({
      description: 'production: accept keys in files, which anyone who can read the data folder can copy.',
      default: false,
    }),
    graceDays: Type.Integer({
      description: 'Days for which an old encryption key still decrypts after a rotation began.',
      default: 30,
      minimum: 1,
      maximum: 365,
    }),
    pkcs11: Type.Object(
      {
        module: Type.Optional(
          LibraryPath({
            description: 'Path of the PKCS#11 module, for example /usr/lib/softhsm/libsofthsm2.so.',
          }),
        ),
        tokenLabel: Type.Optional(
          Type.String({ description: 'Label of the token.', minLength: 1, maxLength: 32 }),
        ),
        pin: Type.Optional(
          Type.String({
            description: 'User PIN. Prefer the variable or pinFile to the configuration file.',
            minLength: 1,
            writeOnly: true,
          }),
        ),
        pinFile: Type.Optional(Path({ description: 'File that holds the PIN.' })),
      },
      { additionalProperties: false, default: {} },
    ),
  },
  { additionalProperties: false, default: {} },
);
