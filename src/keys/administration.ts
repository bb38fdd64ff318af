import { hash } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { StatusError } from '../conventions/status.ts';
import { certificateToPem, parseCertificate } from '../formats/x509/index.ts';
import type { KeyRecord, KeyRegister } from './key-register.ts';
import type { Keyring } from './keyring.ts';
import type { KeyMaker } from './make-key.ts';
import { finishRotation, RotationError, startRotation } from './rotation.ts';

const KeyView = Type.Object({
  id: Type.String({ description: 'Serial number of the certificate, upper-case hex.' }),
  role: Type.String(),
  stage: Type.String(),
  notBeforeTime: Type.String({ format: 'date-time' }),
  notAfterTime: Type.String({ format: 'date-time' }),
  certificateSha256: Type.String({ description: 'Hex.' }),
  certificate: Type.String({ description: 'PEM.' }),
});
type KeyView = Static<typeof KeyView>;

interface KeyMethod {
  readonly http: readonly ['GET' | 'POST', string];
  readonly summary: string;
  readonly request: TSchema;
  readonly response: TSchema;
}

/** The part of the admin interface that is about keys. */
export const KEY_METHODS = {
  listKeys: {
    http: ['GET', '/admin/v1/keys'],
    summary: 'List the keys and their certificates',
    request: Type.Object({}, { additionalProperties: false }),
    response: Type.Object({ keys: Type.Array(KeyView) }),
  },
  rotateKey: {
    http: ['POST', '/admin/v1/keys:rotate'],
    summary: 'Start the rotation of a key, or finish it',
    request: Type.Object(
      {
        role: Type.Enum(['identity', 'encryption']),
        finish: Type.Optional(Type.Boolean({ description: 'End the rotation: the old key goes.' })),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ keys: Type.Array(KeyView) }),
  },
} as const satisfies Record<string, KeyMethod>;

type KeyMethodName = keyof typeof KEY_METHODS;
type RequestTo<Name extends KeyMethodName> = Static<(typeof KEY_METHODS)[Name]['request']>;
type AnswerOf<Name extends KeyMethodName> = Static<(typeof KEY_METHODS)[Name]['response']>;

export type KeyAdministration = {
  readonly [Name in KeyMethodName]: (request: RequestTo<Name>) => Promise<AnswerOf<Name>>;
};

function keyView({ keyId, role, stage, certificate }: KeyRecord): KeyView {
  const { notBefore, notAfter } = parseCertificate(certificate);
  return {
    id: keyId,
    role,
    stage,
    notBeforeTime: new Date(notBefore).toISOString(),
    notAfterTime: new Date(notAfter).toISOString(),
    certificateSha256: hash('sha256', certificate),
    certificate: certificateToPem(certificate),
  };
}

export function keyAdministration(
  register: KeyRegister,
  maker: KeyMaker,
  keyring: Keyring,
): KeyAdministration {
  const listKeys = async () => ({ keys: (await register.list()).map(keyView) });
  return {
    listKeys,
    async rotateKey({ role, finish = false }) {
      try {
        await (finish ? finishRotation : startRotation)(register, maker, role);
      } catch (error) {
        if (!(error instanceof RotationError)) throw error;
        throw new StatusError('FAILED_PRECONDITION', 'ROTATION_STATE', error.message);
      }
      keyring.forget();
      return listKeys();
    },
  };
}
