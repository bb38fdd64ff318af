import { Type } from 'typebox';
import { PASSKEY_NAME_PATTERN } from '../../accounts/passkeys/index.ts';
import { closed } from '../../conventions/json-schema.ts';

const Bytes = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 8192 });

/** A credential id is at most 1023 bytes (WebAuthn Level 3, 4). */
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1364 });

/** AuthenticationResponseJSON; browsers add members that this server does not need. */
export const Assertion = Type.Object({
  id: CredentialId,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Type.Union([Bytes, Type.Null()])),
  }),
});

/** RegistrationResponseJSON. */
const Attestation = Type.Object({
  id: CredentialId,
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
  }),
});

export const NewPasskey = Type.Object(
  { name: Type.String({ pattern: PASSKEY_NAME_PATTERN }), passkey: Attestation },
  closed,
);
