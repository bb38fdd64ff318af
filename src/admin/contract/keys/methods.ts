import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { LINES } from '../../../conventions/printable.ts';
import type { AdminMethod } from '../method.ts';

const custody = Type.Optional(
  Type.String({ description: 'Where the private key is: files or pkcs11; absent when it is not here.' }),
);

const KeyView = Type.Object({
  id: Type.String({
    description: 'Upper-case hex; the serial number of the certificate if this server made it.',
  }),
  role: Type.String(),
  stage: Type.String({ description: 'next, active, grace, retired or destroyed.' }),
  stageTime: Time('When it entered this stage.'),
  custody,
  rootId: Type.Optional(
    Type.String({ description: 'Key id of the root that issued the certificate; only of signers.' }),
  ),
  notBeforeTime: Time('When the certificate begins.'),
  notAfterTime: Time('When the certificate ends.'),
  compromiseTime: Type.Optional(
    Time('Since when somebody else may have had the key; only of keys that are recorded as compromised.'),
  ),
  certificateSha256: Type.String({ description: 'Hex.' }),
  certificate: Type.String({ description: 'PEM.' }),
});
export type KeyView = Static<typeof KeyView>;

const CertificationRequestView = Type.Object({
  id: Type.String({ description: 'Id of the key, upper-case hex.' }),
  role: Type.String(),
  createTime: Time('When the key was made.'),
  custody,
  certificationRequest: Type.String({ description: 'PKCS#10 in PEM.' }),
});
export type CertificationRequestView = Static<typeof CertificationRequestView>;

const Keys = Type.Object({
  keys: Type.Array(KeyView),
  certificationRequests: Type.Array(CertificationRequestView, {
    description: 'Keys of signers that wait for their certificates.',
  }),
});

const CompromiseDate = Type.Object({
  event: Type.Enum(['lastHonest', 'lastForged']),
  time: Time('In the worst case.'),
  text: Type.String(),
});
export type CompromiseDate = Static<typeof CompromiseDate>;

/** Live MSOs of live credentials, and those that the key signed. */
const MsoProgress = Type.Object({
  isCounting: Type.Boolean({ description: 'Whether a count is under way, or has not begun.' }),
  countTime: Type.Optional(Time('When the last count ended.')),
  msos: Type.Optional(Type.Integer({ description: 'Live MSOs.' })),
  left: Type.Optional(
    Type.Integer({ description: 'Those that the key signed and devices did not replace.' }),
  ),
  credentials: Type.Optional(Type.Integer({ description: 'Credentials that have such MSOs.' })),
  share: Type.Optional(Type.Number({ description: 'left / msos.' })),
  perHour: Type.Optional(
    Type.Integer({ description: 'MSOs replaced in an hour, since the first count; absent after one count.' }),
  ),
  forecastTime: Type.Optional(Time('When none is left at this rate, or all have expired.')),
});
export type MsoProgress = Static<typeof MsoProgress>;

const CompromiseView = Type.Object({
  key: KeyView,
  serialNumber: Type.String({ description: 'Of its certificate, hex.' }),
  sinceTime: Time('When somebody else may have used the key for the first time.'),
  recordTime: Time('When this was recorded, and the server stopped using the key.'),
  successor: Type.Optional(KeyView),
  dates: Type.Array(CompromiseDate, { description: 'Until when readers may accept what the key signed.' }),
  steps: Type.Array(Type.String(), { description: 'What people must do, because the server cannot.' }),
  progress: Type.Optional(MsoProgress),
});
export type CompromiseView = Static<typeof CompromiseView>;

const KeyId = Type.String({ description: 'Id of the key, upper-case hex.', minLength: 1, maxLength: 64 });

const Pem = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: 65_536, pattern: LINES });

const SignerRole = Type.Optional(
  Type.Enum(['documentSigner', 'statusSigner'], { description: 'documentSigner by default.' }),
);

/** Methods for the issuer's keys. */
export const KEY_METHODS = {
  listKeys: {
    http: ['GET', '/admin/v1/keys'],
    role: 'viewer',
    command: 'keys list',
    summary: 'List the keys and their certificates',
    request: Type.Object({}, closed),
    response: Keys,
  },
  rotateKey: {
    http: ['POST', '/admin/v1/keys:rotate'],
    role: 'administrator',
    noValidateOnly: 'it makes a key outside of the database',
    final: 'finish',
    audit: ['key.startRotation', 'key.finishRotation'],
    command: 'keys rotate',
    summary: 'Start or finish the rotation of a key',
    request: Type.Object(
      {
        role: Type.Enum(['documentSigner', 'statusSigner', 'identity', 'encryption']),
        finish: Type.Optional(Type.Boolean({ description: 'End the rotation and stop using the old key.' })),
      },
      closed,
    ),
    response: Keys,
  },
  rotateMasterKey: {
    http: ['POST', '/admin/v1/keys:rotateMaster'],
    role: 'administrator',
    noValidateOnly: 'it makes a key outside of the database',
    final: true,
    audit: ['recordKey.rotate'],
    command: 'keys rotate-master',
    summary: 'Make a new master key for the records, and wrap the keys of the epochs by it',
    request: Type.Object({}, closed),
    response: Type.Object({
      master: Type.Integer({ description: 'Number of the new master key.' }),
      custody: Type.Enum(['files', 'pkcs11'], { description: 'Where it is.' }),
      epochs: Type.Integer({ description: 'Keys of epochs that it wraps now.' }),
    }),
  },
  requestKey: {
    http: ['POST', '/admin/v1/keys:request'],
    role: 'administrator',
    noValidateOnly: 'it makes a key outside of the database',
    audit: ['key.request'],
    command: 'keys request',
    summary: 'Create the key of a signer and a certification request for an external root',
    request: Type.Object({ role: SignerRole }, closed),
    response: Type.Object({
      id: Type.String({ description: 'Id of the key, upper-case hex.' }),
      certificationRequest: Type.String({ description: 'PKCS#10 in PEM.' }),
    }),
  },
  importKey: {
    http: ['POST', '/admin/v1/keys:import'],
    role: 'administrator',
    noValidateOnly: 'it changes keys outside of the database',
    audit: ['key.import'],
    command: 'keys import',
    summary: 'Register the certificate of a signer, issued by an external root, as the next one',
    request: Type.Object(
      {
        role: SignerRole,
        certificate: Pem('Certificate of the signer, PEM.'),
        issuer: Type.Optional(Pem('Its root (IACA), PEM; needed when the root is not registered yet.')),
        privateKey: Type.Optional(
          Pem('PKCS#8 in PEM, for keys in files; left out when the key was made here.'),
        ),
      },
      closed,
    ),
    response: Keys,
  },
  discardKey: {
    http: ['POST', '/admin/v1/keys/{id}:discard'],
    role: 'administrator',
    noValidateOnly: 'it destroys a key outside of the database',
    final: true,
    audit: ['key.discard'],
    command: 'keys discard',
    summary: 'Discard a key that never signed: one that waits for its certificate, or the next of a rotation',
    request: Type.Object({ id: KeyId }, closed),
    response: Keys,
  },
  compromiseKey: {
    http: ['POST', '/admin/v1/keys/{id}:compromise'],
    role: 'administrator',
    noValidateOnly: 'it changes keys outside of the database',
    final: true,
    audit: ['key.compromise', 'key.create'],
    command: 'keys compromise',
    summary:
      'Stop using a key that others may have, activate its successor, and tell until when forgeries last',
    request: Type.Object(
      {
        id: KeyId,
        sinceTime: Time(
          'The earliest time at which somebody else may have used the key. If it is before the key was made, the server records when the key was made.',
        ),
      },
      closed,
    ),
    response: CompromiseView,
  },
  getKeyCompromise: {
    http: ['GET', '/admin/v1/keys/{id}/compromise'],
    role: 'viewer',
    command: { none: 'diptych keys compromise --progress shows it' },
    summary:
      'Tell how many live signed documents (MSOs) a compromised key made, and until when forgeries last',
    request: Type.Object({ id: KeyId }, closed),
    response: CompromiseView,
  },
} as const satisfies Record<string, AdminMethod>;
