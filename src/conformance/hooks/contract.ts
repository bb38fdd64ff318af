import { type Static, Type } from 'typebox';

const Id = (description: string) => Type.String({ description, minLength: 1, maxLength: 256 });
const holder = Id('The test holder, as issueCode named it.');
const credentialId = Id('The credential, as the wallet named it.');
const proofingId = Id('The proofing, as the wallet named it.');
const Done = Type.Object({}, { description: 'Nothing to tell.' });

const IssuedCode = Type.Object({
  holder: Id('Names the test holder in later actions; no personal data.'),
  code: Id('A pre-authorization code that was not used yet.'),
  documentType: Type.Optional(Id('docType of the document; the mDL when left out.')),
  txCode: Type.Optional(Id('The transaction code, if one was asked for.')),
});
export type IssuedCode = Static<typeof IssuedCode>;

/**
 * What the runner asks the operator of an issuer to do: `POST {hooks}/{action}`, JSON in and out. An action
 * that is not offered is answered with 404.
 */
export const HOOKS = {
  issueCode: {
    summary: 'Issue a code whose proofing is accepted at once, for a new test holder or for the named one.',
    request: Type.Object({
      holder: Type.Optional(holder),
      txCode: Type.Optional(
        Type.Boolean({ description: 'Whether the code needs a transaction code (OpenID4VCI).' }),
      ),
    }),
    response: IssuedCode,
  },
  issueHeldCode: {
    summary: 'Issue a code for a new test holder whose proofing waits until `decide` is called.',
    request: Type.Object({}),
    response: IssuedCode,
  },
  decide: {
    summary: 'Decide about a proofing.',
    request: Type.Object({ proofingId, decision: Type.Enum(['accept', 'reject', 'challenge', 'revoke']) }),
    response: Done,
  },
  changeRecord: {
    summary: 'Change an element of the record of a test holder, so that its credentials become stale.',
    request: Type.Object({ holder }),
    response: Done,
  },
  revokeCredential: {
    summary: 'Revoke one credential.',
    request: Type.Object({ credentialId }),
    response: Done,
  },
  revokeHolder: {
    summary: 'Revoke a test holder: all credentials, and later proofings.',
    request: Type.Object({ holder }),
    response: Done,
  },
  requireAction: {
    summary: 'Ask the user of a credential to reverify until a deadline; afterwards it is revoked.',
    request: Type.Object({ credentialId, secondsUntilDeadline: Type.Integer({ minimum: 1 }) }),
    response: Done,
  },
  rotateKey: {
    summary: 'Begin a rotation of a key, or with `finish` end it.',
    request: Type.Object({
      role: Type.Enum(['identity', 'encryption']),
      finish: Type.Boolean({ description: 'Whether to stop using the old key.' }),
    }),
    response: Done,
  },
  advanceClock: {
    summary: 'Move the clock of the issuer on by some seconds; 0 only asks for the time.',
    request: Type.Object({ seconds: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ nowMillis: Type.Integer({ description: 'Milliseconds since the Unix epoch.' }) }),
  },
  reset: {
    summary: 'Remove the test holders of this run.',
    request: Type.Object({}),
    response: Done,
  },
} as const;

export type HookAction = keyof typeof HOOKS;
export type HookRequest<A extends HookAction> = Static<(typeof HOOKS)[A]['request']>;
export type HookResponse<A extends HookAction> = Static<(typeof HOOKS)[A]['response']>;

export const HOOK_ACTIONS = Object.keys(HOOKS) as readonly HookAction[];
