/**
 * The states of one device, its holder, its proofings and its credentials according to the specification.
 * The model is pure and does not use the tables of the server, so that both can be compared.
 */

export type ProofingState =
  | 'pending'
  | 'accepted'
  | 'rejected'
  | 'challenged'
  | 'canceled'
  | 'revoked'
  | 'expired';
export type CredentialState = 'provisionPending' | 'active' | 'revoked' | 'deleted';

export interface ModelProofing {
  readonly state: ProofingState;
  readonly deadlineAt?: number;
  readonly reverifies?: string;
}

export interface RequiredAction {
  readonly deadlineAt: number;
  /** Remaining attempts, if they are limited. */
  readonly remaining?: number;
  /** Whether the last failed attempt revokes the credential. */
  readonly isEnforced: boolean;
}

export interface ModelCredential {
  readonly state: CredentialState;
  /** The holder's data at the time of this version. */
  readonly version: number;
  /** The proofing with which the credential was first provisioned. */
  readonly proofing: string;
  readonly action?: RequiredAction;
}

export interface Model {
  readonly decisions: 'automatic' | 'manual';
  readonly waits: number;
  readonly isRegistered: boolean;
  readonly isHolderRevoked: boolean;
  readonly version: number;
  readonly codes: Readonly<Record<string, { readonly expiresAt: number; readonly isUsed: boolean }>>;
  readonly proofings: Readonly<Record<string, ModelProofing>>;
  readonly credentials: Readonly<Record<string, ModelCredential>>;
}

interface OnProofing {
  readonly proofing: string;
}
interface OnCredential {
  readonly credential: string;
}
interface WithVersion extends OnCredential {
  /** The version of the holder's data in the wallet. */
  readonly version: number;
}

/** The requests that can be sent, with their ids. */
interface Actions {
  register: object;
  /** Registers the same key with a new certificate. */
  attestAgain: object;
  change: object;
  revokeHolder: object;
  sweep: object;
  code: { readonly code: string; readonly expiresAt: number };
  proof: OnProofing & { readonly code?: string; readonly reverifies?: string };
  accept: OnProofing;
  reject: OnProofing;
  challenge: OnProofing;
  resume: OnProofing;
  revokeProofing: OnProofing;
  cancel: OnProofing;
  provision: OnProofing & OnCredential;
  prove: WithVersion;
  refresh: WithVersion;
  delete: OnCredential;
  revokeCredential: OnCredential;
  clearAction: OnCredential;
  requireAction: OnCredential & { readonly action: RequiredAction };
}
export type Kind = keyof Actions;
export type Of<One extends Kind> = { readonly kind: One } & Actions[One];
export type Action = { [One in Kind]: Of<One> }[Kind];

export type Outcome = 'ok' | 'invalidIdentifier' | 'invalidState' | 'FAILED_PRECONDITION';

export interface Applied {
  readonly model: Model;
  readonly outcome: Outcome;
}

export function newModel(decisions: Model['decisions'], waits: number): Model {
  return {
    decisions,
    waits,
    isRegistered: false,
    isHolderRevoked: false,
    version: 1,
    codes: {},
    proofings: {},
    credentials: {},
  };
}

/** The credential in another state. A final state also removes the required action. */
function inState(
  credential: ModelCredential,
  state: CredentialState,
  version = credential.version,
): ModelCredential {
  const isOver = state === 'revoked' || state === 'deleted';
  return {
    state,
    version,
    proofing: credential.proofing,
    ...(credential.action && !isOver ? { action: credential.action } : {}),
  };
}

const isLive = ({ state }: ModelCredential) => state === 'provisionPending' || state === 'active';

function withCredential(model: Model, id: string, credential: ModelCredential): Model {
  return { ...model, credentials: { ...model.credentials, [id]: credential } };
}

function withProofing(model: Model, id: string, proofing: ModelProofing): Model {
  return { ...model, proofings: { ...model.proofings, [id]: proofing } };
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Applies deadlines that have passed. */
export function settled(model: Model, now: number): Model {
  return {
    ...model,
    proofings: mapValues(model.proofings, (proofing) =>
      proofing.deadlineAt !== undefined && proofing.deadlineAt <= now ? { state: 'expired' } : proofing,
    ),
    credentials: mapValues(model.credentials, (credential) => {
      const isOver = credential.action !== undefined && credential.action.deadlineAt <= now;
      return isOver && isLive(credential) ? inState(credential, 'revoked') : credential;
    }),
  };
}

/** The model after a reverification was decided: the required action is done, or has one attempt less. */
function reverified(model: Model, { reverifies, state }: ModelProofing): Model {
  const credential = reverifies === undefined ? undefined : model.credentials[reverifies];
  if (!reverifies || !credential?.action || !isLive(credential)) return model;
  const { action, ...rest } = credential;
  if (state === 'accepted') return withCredential(model, reverifies, rest);
  if (state !== 'rejected' || action.remaining === undefined) return model;
  const remaining = Math.max(0, action.remaining - 1);
  if (remaining === 0 && action.isEnforced)
    return withCredential(model, reverifies, { ...rest, state: 'revoked' });
  return withCredential(model, reverifies, { ...rest, action: { ...action, remaining } });
}

function decided(model: Model, id: string, proofing: ModelProofing): Model {
  return reverified(withProofing(model, id, proofing), proofing);
}

type ProofingKind = 'accept' | 'reject' | 'challenge' | 'resume' | 'revokeProofing' | 'cancel';

const DECISIONS: Record<ProofingKind, Partial<Record<ProofingState, ProofingState>>> = {
  accept: { pending: 'accepted', challenged: 'accepted' },
  reject: { pending: 'rejected', challenged: 'rejected' },
  challenge: { pending: 'challenged', challenged: 'challenged' },
  resume: { challenged: 'pending' },
  revokeProofing: { accepted: 'revoked' },
  cancel: { pending: 'canceled', challenged: 'canceled', canceled: 'canceled' },
};

const WAITING: readonly ProofingState[] = ['pending', 'challenged', 'accepted'];

/** An accepted reverification has no deadline, because it gives no credential. */
function deadlineIn(model: Model, { state, reverifies }: ModelProofing, now: number) {
  const waits = WAITING.includes(state) && !(state === 'accepted' && reverifies !== undefined);
  return waits ? { deadlineAt: now + model.waits } : {};
}

const REPLACED: Partial<Record<ProofingState, ProofingState>> = {
  pending: 'canceled',
  challenged: 'canceled',
  accepted: 'revoked',
};

/** Registering another key ends the open proofings of the previous key. */
function withNewKey(model: Model): Model {
  const proofings = mapValues(model.proofings, (proofing) => {
    const state = REPLACED[proofing.state];
    return state ? { state } : proofing;
  });
  return { ...model, proofings, isRegistered: true };
}

function prove(model: Model, action: Of<'proof'>, now: number): Applied {
  const { reverifies } = action;
  const target = reverifies === undefined ? undefined : model.credentials[reverifies];
  if (reverifies !== undefined && !target) return { model, outcome: 'invalidIdentifier' };
  if (target && !isLive(target)) return { model, outcome: 'invalidState' };
  const code = action.code === undefined ? undefined : model.codes[action.code];
  const isUsable = code !== undefined && !code.isUsed && code.expiresAt > now;
  const used = isUsable
    ? { ...model, codes: { ...model.codes, [action.code as string]: { ...code, isUsed: true } } }
    : model;
  const context = reverifies === undefined ? {} : { reverifies };
  if (!isUsable || model.isHolderRevoked) {
    return { model: decided(used, action.proofing, { state: 'rejected', ...context }), outcome: 'ok' };
  }
  const state = model.decisions === 'automatic' ? 'accepted' : 'pending';
  const proofing: ModelProofing = { state, ...context };
  const waiting = { ...proofing, ...deadlineIn(model, proofing, now) };
  return { model: decided(used, action.proofing, waiting), outcome: 'ok' };
}

/** A proofing that was used for provisioning has no deadline any more. */
function provisionedWith(model: Model, id: string): Model {
  const { deadlineAt: _, ...proofing } = model.proofings[id] as ModelProofing;
  return withProofing(model, id, proofing);
}

function provision(model: Model, { proofing, credential: id }: Of<'provision'>): Applied {
  if (model.proofings[proofing]?.state !== 'accepted') return { model, outcome: 'invalidIdentifier' };
  const known = model.credentials[id];
  if (known && !isLive(known)) return { model, outcome: 'invalidState' };
  if (known) return { model: provisionedWith(model, proofing), outcome: 'ok' };
  const credentials = Object.values(model.credentials);
  const wasRevoked = credentials.some((one) => one.proofing === proofing && one.state === 'revoked');
  const isReverification = model.proofings[proofing]?.reverifies !== undefined;
  if (credentials.some(isLive) || wasRevoked || isReverification || model.isHolderRevoked) {
    return { model, outcome: 'invalidState' };
  }
  const made: ModelCredential = { state: 'provisionPending', version: model.version, proofing };
  return { model: withCredential(provisionedWith(model, proofing), id, made), outcome: 'ok' };
}

type Rule<One extends Kind> = (model: Model, action: Of<One>, now: number) => Applied;

function decision<One extends ProofingKind>(kind: One, refused: Outcome): Rule<One> {
  return (model, { proofing: id }, now) => {
    const { reverifies, state } = model.proofings[id] as ModelProofing;
    const next = DECISIONS[kind][state];
    const isVain = kind === 'accept' && model.isHolderRevoked;
    if (next === undefined || isVain) return { model, outcome: refused };
    const context = reverifies === undefined ? {} : { reverifies };
    const proofing = { state: next, ...context };
    const waiting = { ...proofing, ...deadlineIn(model, proofing, now) };
    return { model: decided(model, id, waiting), outcome: 'ok' };
  };
}

/** The rule for an action on a credential. `next` returns the changed credential or the refusal. */
function onCredential<One extends Kind>(
  next: (credential: ModelCredential, action: Of<One>) => ModelCredential | Outcome,
): Rule<One> {
  return (model, action) => {
    const { credential: id } = action as unknown as OnCredential;
    const result = next(model.credentials[id] as ModelCredential, action);
    if (typeof result === 'string') return { model, outcome: result };
    return { model: withCredential(model, id, result), outcome: 'ok' };
  };
}

function withLive(model: Model, change: (credential: ModelCredential) => ModelCredential): Model {
  const credentials = mapValues(model.credentials, (one) => (isLive(one) ? change(one) : one));
  return { ...model, credentials };
}

const RULES: { readonly [One in Kind]: Rule<One> } = {
  register: (model) =>
    Object.values(model.credentials).some(isLive)
      ? { model, outcome: 'invalidState' }
      : { model: withNewKey(model), outcome: 'ok' },
  attestAgain: (model) => ({ model, outcome: 'ok' }),
  change(model) {
    const version = model.version + 1;
    const changed = withLive(model, (credential) => inState(credential, 'provisionPending', version));
    return { model: { ...changed, version }, outcome: 'ok' };
  },
  revokeHolder: (model) => ({
    model: { ...withLive(model, (one) => inState(one, 'revoked')), isHolderRevoked: true },
    outcome: 'ok',
  }),
  sweep: (model) => ({ model, outcome: 'ok' }),
  code(model, { code, expiresAt }) {
    if (model.isHolderRevoked) return { model, outcome: 'FAILED_PRECONDITION' };
    const codes = { ...model.codes, [code]: { expiresAt, isUsed: false } };
    return { model: { ...model, codes }, outcome: 'ok' };
  },
  proof: prove,
  accept: decision('accept', 'FAILED_PRECONDITION'),
  reject: decision('reject', 'FAILED_PRECONDITION'),
  challenge: decision('challenge', 'FAILED_PRECONDITION'),
  resume: decision('resume', 'FAILED_PRECONDITION'),
  revokeProofing: decision('revokeProofing', 'FAILED_PRECONDITION'),
  cancel: decision('cancel', 'invalidState'),
  provision,
  prove: onCredential<'prove'>((credential, { version }) =>
    isLive(credential) && version === credential.version ? inState(credential, 'active') : 'invalidState',
  ),
  refresh: onCredential<'refresh'>((credential, { version }) =>
    credential.state === 'active' && version === credential.version ? credential : 'invalidState',
  ),
  delete: onCredential<'delete'>((one) => (isLive(one) ? inState(one, 'deleted') : one)),
  revokeCredential: onCredential<'revokeCredential'>((one) =>
    isLive(one) ? inState(one, 'revoked') : 'FAILED_PRECONDITION',
  ),
  clearAction: onCredential<'clearAction'>(({ action: _, ...one }) =>
    isLive(one) ? one : 'FAILED_PRECONDITION',
  ),
  requireAction: onCredential<'requireAction'>((credential, { action }) =>
    credential.state === 'active' ? { ...credential, action } : 'FAILED_PRECONDITION',
  ),
};

const WALLETS: readonly Kind[] = [
  'attestAgain',
  'proof',
  'cancel',
  'provision',
  'prove',
  'refresh',
  'delete',
];

/** The model and the outcome after an action at the time `now`. */
export function apply(before: Model, action: Action, now: number): Applied {
  const model = settled(before, now);
  if (WALLETS.includes(action.kind) && !model.isRegistered) return { model, outcome: 'invalidIdentifier' };
  return (RULES[action.kind] as Rule<Kind>)(model, action as never, now);
}

/** The expected answers of the status operations. */
export function statusesOf(
  before: Model,
  now: number,
): { readonly proofings: object; readonly credentials: object } {
  const model = settled(before, now);
  return {
    proofings: mapValues<unknown>(model.proofings, (proofing) => (proofing as ModelProofing).state),
    credentials: mapValues<unknown>(model.credentials, (credential) => {
      const { state, action } = credential as ModelCredential;
      return state === 'active' && action ? `active, ${action.remaining ?? 'unlimited'} attempts` : state;
    }),
  };
}
