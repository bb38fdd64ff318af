import type { ApprovalEvent } from './approval.ts';
import type { CredentialEvent } from './credential.ts';
import type { ProofingEvent } from './proofing.ts';

/** What is done to a key of the issuer, or with it by an operator. */
type KeyEvent =
  | 'request'
  | 'import'
  | 'startRotation'
  | 'finishRotation'
  | 'discard'
  | 'retire'
  | 'destroy'
  | 'signSpecimen'
  | 'rotateSealKey'
  | 'resetSeals';

/** The wallet platform is told of a subject once more by an operator's wish, or no longer because it does not answer. */
type NotificationEvent = 'notifyAgain' | 'stopNotifying';

/** One line of the trail: what changed the state of what, and by which request. No personal data but in the note. */
export interface StateChange {
  readonly subject:
    | 'device'
    | 'proofing'
    | 'credential'
    | 'holder'
    | 'code'
    | 'approval'
    | 'configuration'
    | 'key';
  readonly subjectId: string;
  readonly event:
    | ProofingEvent
    | CredentialEvent
    | ApprovalEvent
    | KeyEvent
    | NotificationEvent
    | 'create'
    | 'register'
    | 'update'
    | 'replaceNonce'
    | 'erase';
  readonly from?: string;
  readonly to?: string;
  readonly actor: Actor;
  /** A fixed code: what the operator gave, or why it happened by itself. */
  readonly reason?: string;
  /** The operator's own words; erased with the holder that they are about. */
  readonly note?: string;
  /** Names of what it is about: the method that waits, settings. Never values. */
  readonly concerns?: readonly string[];
  readonly at: number;
}

/**
 * Who caused a change: the wallet platform by a request, an operator (id of the user) and the one who approved it, a
 * passed deadline, or the server by being started.
 */
export type Actor =
  | { readonly kind: 'wallet'; readonly requestId: string }
  | OperatorActor
  | { readonly kind: 'deadline' }
  | { readonly kind: 'start' };

export interface OperatorActor {
  readonly kind: 'operator';
  readonly requestId: string;
  readonly operatorId: string;
  readonly approverId?: string;
}
