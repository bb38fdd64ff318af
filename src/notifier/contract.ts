import { type Static, type TSchema, Type } from 'typebox';
import { RequestMetadata, ResponseMetadata } from '../issuer/contract/metadata-and-errors.ts';
import { Identifier } from '../issuer/contract/scalars.ts';

const requestMetadata = RequestMetadata;
const responseMetadata = ResponseMetadata;
const deviceReferenceId = Identifier('The device and the identity key associated with it.');

interface Call {
  readonly request: TSchema;
  readonly response: TSchema;
}

/** What the wallet platform answers to issuers: `POST {url}/be/mdl/canonical/{issuerId}/v1/<name>`. */
export const CALLS = {
  healthCheck: {
    request: Type.Object({ requestMetadata, clientMessage: Type.String() }),
    response: Type.Object({ responseMetadata, clientMessage: Type.Optional(Type.String()) }),
  },
  notifyProofingStatusUpdateAvailable: {
    request: Type.Object({ requestMetadata, deviceReferenceId, proofingId: Identifier('The proofing.') }),
    response: Type.Object({ responseMetadata }),
  },
  notifyCredentialStatusUpdateAvailable: {
    request: Type.Object({ requestMetadata, deviceReferenceId, credentialId: Identifier('The credential.') }),
    response: Type.Object({ responseMetadata }),
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
export type Members<Name extends CallName> = Omit<Static<(typeof CALLS)[Name]['request']>, 'requestMetadata'>;
export type AnswerTo<Name extends CallName> = Static<(typeof CALLS)[Name]['response']>;

export const pathOf = (issuerId: string, name: CallName) =>
  `/be/mdl/canonical/${encodeURIComponent(issuerId)}/v1/${name}`;
