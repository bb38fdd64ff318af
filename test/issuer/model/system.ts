import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../src/client/errors.ts';
import type { Device, StoredCredential } from '../../../src/wallet/index.ts';
import { IssuerRefusal } from '../../../src/wallet/index.ts';
import { bodyOf, newDevice, send } from '../../support/devices.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import type { Answer, World } from '../../support/world.ts';
import type { Action, Kind, Model, Of, Outcome } from './model.ts';

/** The server that is compared with the model, with one device and one holder. */
export interface System {
  readonly world: World;
  readonly device: Device;
  readonly holderId: string;
  /** The server's codes, by their names in the model. */
  readonly codes: Map<string, string>;
  /** The credentials in the wallet, by credential id and version. */
  readonly held: Map<string, StoredCredential>;
  /** The number of the holder's newest version of data. */
  data: number;
}

export async function newSystem(world: World): Promise<System> {
  return {
    world,
    device: newDevice(world, { encrypt: false }),
    holderId: await newHolder(world, { height: 100 }),
    codes: new Map(),
    held: new Map(),
    data: 1,
  };
}

function reasonOf({ status, body }: Answer): Outcome {
  if (status === 200) return 'ok';
  const [reason] = Object.keys(body).filter((member) =>
    /^(invalid|missing|forbidden|permission)/.test(member),
  );
  return (reason ?? `status ${status}`) as Outcome;
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof IssuerRefusal && error.reason) return error.reason as Outcome;
    if (error instanceof ApiError) return (error.body as { error: { status: Outcome } }).error.status;
    throw error;
  }
}

const DECISIONS = {
  accept: 'acceptProofing',
  reject: 'rejectProofing',
  challenge: 'challengeProofing',
  resume: 'resumeProofing',
  revokeProofing: 'revokeProofing',
} as const;

const plain = (code: string) => [
  { preAuthorizationCode: { unencryptedValue: Buffer.from(code).toString('base64') } },
];

async function provision({ world, device, held, data }: System, action: Of<'provision'>) {
  const { deviceReferenceId } = device.state;
  const request = { deviceReferenceId, proofingId: action.proofing, credentialId: action.credential };
  const answer = await world.operate('provisionCredential', request);
  if (answer.status === 200) {
    const bytes = Buffer.from(answer.body.credential.unencryptedValue, 'base64');
    const stored = { versionId: answer.body.credentialVersionId, bytes, proved: false };
    held.set(`${action.credential} ${data}`, stored);
  }
  return reasonOf(answer);
}

/** Requests MSOs for the version of the credential that the wallet stored. */
async function provisionMsos(system: System, action: Of<'prove'> | Of<'refresh'>) {
  const { world, device, held } = system;
  const credential = held.get(`${action.credential} ${action.version}`) as StoredCredential;
  const proved = action.kind === 'refresh';
  const operation = 'provisionMobileSecurityObjects';
  const body = await bodyOf(device, operation, (copy) => copy.provisionMsos(1), {
    state: ({ state }) => ({
      ...state,
      credentialId: action.credential,
      credential: { ...credential, proved },
      authKeys: [],
    }),
  });
  return reasonOf(await send(world, operation, body));
}

type Perform<One extends Kind> = (system: System, action: Of<One>) => Promise<Outcome>;

const ids = ({ device }: System) => ({ deviceReferenceId: device.state.deviceReferenceId });

function decision<One extends keyof typeof DECISIONS>(kind: One): Perform<One> {
  return ({ world }, { proofing }) => outcomeOf(world.admin(DECISIONS[kind], { id: proofing } as never));
}

const PERFORM: { readonly [One in Kind]: Perform<One> } = {
  register: ({ device }) => outcomeOf(device.register()),
  attestAgain: ({ device }) =>
    outcomeOf(device.hostile({ identityKey: (_, { before }) => before.identity!.key }).register()),
  change(system) {
    system.data += 1;
    return outcomeOf(changeHolder(system.world, system.holderId, { height: 100 + system.data }));
  },
  revokeHolder: ({ world, holderId }) => outcomeOf(world.admin('revokeHolder', { id: holderId })),
  sweep: ({ world }) => outcomeOf(world.sweep()),
  code: ({ world, holderId, codes }, { code }) =>
    outcomeOf(codeFor(world, holderId).then((real) => codes.set(code, real))),
  async proof(system, { code, reverifies, proofing }) {
    const evidence = code === undefined ? [] : plain(system.codes.get(code) ?? `no such code ${code}`);
    const context = reverifies === undefined ? {} : { reverificationContext: { credentialId: reverifies } };
    const request = { ...ids(system), proofingId: proofing, evidence, ...context };
    return reasonOf(await system.world.operate('proofUser', request));
  },
  accept: decision('accept'),
  reject: decision('reject'),
  challenge: decision('challenge'),
  resume: decision('resume'),
  revokeProofing: decision('revokeProofing'),
  cancel: async (system, { proofing }) =>
    reasonOf(await system.world.operate('cancelProofing', { ...ids(system), proofingId: proofing })),
  provision,
  prove: provisionMsos,
  refresh: provisionMsos,
  delete: async (system, { credential }) =>
    reasonOf(
      await system.world.operate('notifyCredentialDeleted', { ...ids(system), credentialId: credential }),
    ),
  revokeCredential: ({ world }, { credential }) =>
    outcomeOf(world.admin('revokeCredential', { id: credential })),
  clearAction: ({ world }, { credential }) => outcomeOf(world.admin('clearAction', { id: credential })),
  requireAction({ world }, { credential, action: { deadlineAt, remaining, isEnforced } }) {
    const hint = isEnforced ? { maxAttemptsEnforcementHint: { revocationHint: {} } } : {};
    const limited = { limitedAttempts: { remainingAttempts: remaining ?? 0, ...hint } };
    const submitProofing = remaining === undefined ? { unlimitedAttempts: {} } : limited;
    const action = { deadlineTimeMillis: String(deadlineAt), submitProofing };
    return outcomeOf(world.admin('requireAction', { id: credential, action }));
  },
};

/** Performs the action on the server. */
export function perform(system: System, action: Action): Promise<Outcome> {
  return (PERFORM[action.kind] as Perform<Kind>)(system, action as never);
}

/** The answers of the status operations in the terms of the model; `unknown` for an id that the server does not know. */
export async function observe({ world, device }: System, model: Pick<Model, 'proofings' | 'credentials'>) {
  const { deviceReferenceId } = device.state;
  const proofings = Object.keys(model.proofings).map(async (proofingId) => {
    const { status, body } = await world.operate('getProofingStatus', { deviceReferenceId, proofingId });
    if (status !== 200) return [proofingId, 'unknown'] as const;
    return [proofingId, Object.keys(body.proofingStatus).join()] as const;
  });
  const credentials = Object.keys(model.credentials).map(async (credentialId) => {
    const { status, body } = await world.operate('getCredentialStatus', { deviceReferenceId, credentialId });
    if (status !== 200) return [credentialId, 'unknown'] as const;
    const { userActionRequired: action, ...state } = body.credentialStatus;
    const attempts = action?.submitProofing.limitedAttempts?.remainingAttempts ?? 'unlimited';
    return [credentialId, Object.keys(state).join() + (action ? `, ${attempts} attempts` : '')] as const;
  });
  return {
    proofings: Object.fromEntries(await Promise.all(proofings)),
    credentials: Object.fromEntries(await Promise.all(credentials)),
  };
}

export const newId = () => randomUUID();
