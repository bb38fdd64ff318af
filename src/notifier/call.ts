import { randomUUID } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type Endpoint,
  type FaultName,
  faultOf,
  faultOfStatus,
  jsonOf,
  transport,
} from '../connector/index.ts';
import { RequestMetadata, ResponseMetadata } from '../issuer/contract/metadata-and-errors.ts';
import { Identifier } from '../issuer/contract/scalars.ts';
import type { Attempt } from '../issuer/ports/outbox.ts';

const requestMetadata = RequestMetadata;
const responseMetadata = ResponseMetadata;
const deviceReferenceId = Identifier('The device and the identity key associated with it.');

interface Call {
  readonly request: TSchema;
  readonly response: TSchema;
}

/** The interface of the wallet platform for issuers: `POST {url}/be/mdl/canonical/{issuerId}/v1/<name>`. */
const CALLS = {
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

type CallName = keyof typeof CALLS;
type Members<Name extends CallName> = Omit<Static<(typeof CALLS)[Name]['request']>, 'requestMetadata'>;
type AnswerTo<Name extends CallName> = Static<(typeof CALLS)[Name]['response']>;

const pathOf = (issuerId: string, name: CallName) =>
  `/be/mdl/canonical/${encodeURIComponent(issuerId)}/v1/${name}`;

/**
 * `otherRequest`: the answer has another requestId. `otherMessage`: the answer to a health check has another
 * message.
 */
export type CallFault = FaultName | 'otherRequest' | 'otherMessage';

export interface Called<Name extends CallName> extends Attempt {
  readonly fault?: CallFault;
  readonly answer?: AnswerTo<Name>;
}

export interface PlatformOptions {
  readonly endpoint: Endpoint;
  readonly issuerId: string;
  readonly version: RequestMetadata['version'];
  /** Limit for one call, in milliseconds. */
  readonly timeLimit: number;
}

interface Shape {
  Check(value: unknown): value is AnswerTo<CallName>;
}

const SHAPES = {
  healthCheck: Compile(CALLS.healthCheck.response),
  notifyProofingStatusUpdateAvailable: Compile(CALLS.notifyProofingStatusUpdateAvailable.response),
  notifyCredentialStatusUpdateAvailable: Compile(CALLS.notifyCredentialStatusUpdateAvailable.response),
};

const shapeOf = (name: CallName): Shape => SHAPES[name];

const isSuccess = (status: number) => status >= 200 && status < 300;

type Found<Name extends CallName> = Pick<Called<Name>, 'fault' | 'answer' | 'cause'>;

/** Calls the wallet platform and accepts only answers that match the contract. Never rejects. */
export function platformCalls({ endpoint, issuerId, version, timeLimit }: PlatformOptions) {
  const { post, close } = transport(endpoint, timeLimit);

  async function ask<Name extends CallName>(
    name: Name,
    members: Members<Name>,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Found<Name>> {
    const body = JSON.stringify({ requestMetadata: { requestId, version, issuerId }, ...members });
    const answer = await post(pathOf(issuerId, name), body, signal);
    if (!isSuccess(answer.status)) return { fault: faultOfStatus(answer.status) };
    const value = jsonOf(answer);
    if (!shapeOf(name).Check(value)) return { fault: 'contract' };
    const isOurs = value.responseMetadata.requestId === requestId;
    return isOurs ? { answer: value as AnswerTo<Name> } : { fault: 'otherRequest' };
  }

  async function call<Name extends CallName>(name: Name, members: Members<Name>): Promise<Called<Name>> {
    const [requestId, started] = [randomUUID(), performance.now()];
    const signal = AbortSignal.timeout(timeLimit);
    const found = await ask(name, members, requestId, signal).catch((error: unknown): Found<Name> => {
      const { code, cause } = faultOf(error);
      return { fault: signal.aborted ? 'timeLimit' : code, cause };
    });
    return { requestId, milliseconds: performance.now() - started, ...found };
  }

  return { call, close };
}
