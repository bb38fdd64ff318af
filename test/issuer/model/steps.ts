import fc from 'fast-check';
import type { Action, Kind, Model } from './model.ts';
import { newId, type System } from './system.ts';

/** A random step. `pick` selects the proofing or credential, `choice` the variant of the request. */
export interface Step {
  readonly kind: Kind | 'advance';
  readonly pick: number;
  readonly choice: number;
}

/** The relative probability of each kind of step. */
const WEIGHTS: Record<Step['kind'], number> = {
  register: 2,
  attestAgain: 1,
  code: 4,
  proof: 6,
  accept: 5,
  reject: 2,
  challenge: 2,
  resume: 2,
  revokeProofing: 1,
  cancel: 2,
  provision: 9,
  prove: 7,
  refresh: 4,
  delete: 2,
  change: 3,
  requireAction: 6,
  clearAction: 1,
  revokeCredential: 1,
  revokeHolder: 0.3,
  advance: 6,
  sweep: 2,
};

/** Kinds of steps that can run at the same time as another step. */
export const RIVALS = (Object.keys(WEIGHTS) as Step['kind'][]).filter(
  (kind) => !['advance', 'attestAgain', 'code'].includes(kind),
);

/** Steps that change data while another request reads. */
export const OVERTAKERS: readonly Step[] = (
  [
    'register',
    'proof',
    'revokeProofing',
    'cancel',
    'provision',
    'prove',
    'delete',
    'change',
    'revokeCredential',
    'revokeHolder',
  ] as const
).map((kind) => ({ kind, pick: 0, choice: 9 }));

/** Steps that read before they write. `choice` selects a variant, such as a proofing with or without a reverification. */
export const READERS: readonly Step[] = [
  { kind: 'register', pick: 0, choice: 9 },
  { kind: 'proof', pick: 0, choice: 9 },
  { kind: 'proof', pick: 0, choice: 8 },
  { kind: 'provision', pick: 0, choice: 0 },
  { kind: 'provision', pick: 0, choice: 9 },
  { kind: 'prove', pick: 0, choice: 0 },
  { kind: 'refresh', pick: 0, choice: 0 },
];

/** The largest number of SQL statements with which one of the READERS reads. */
export const MOST_READS = 4;

/** Kinds of steps without sweeps and clock changes, which would affect all devices. */
export const WITHOUT_CLOCK = (Object.keys(WEIGHTS) as Step['kind'][]).filter(
  (kind) => !['advance', 'sweep'].includes(kind),
);

export const HOUR = 3_600_000;
export const CODE_TTL = 600_000;
const SECOND = 1000;
const ADVANCES = [SECOND, SECOND, CODE_TTL, HOUR - SECOND, HOUR];

export function anyStep(
  kinds: readonly Step['kind'][] = Object.keys(WEIGHTS) as Step['kind'][],
): fc.Arbitrary<Step> {
  const kind = fc.oneof(
    ...kinds.map((one) => ({ arbitrary: fc.constant(one), weight: Math.ceil(WEIGHTS[one] * 10) })),
  );
  return fc.record({ kind, pick: fc.nat(7), choice: fc.nat(9) });
}

/** Steps that lead to an active credential, so that short sequences reach the late states. */
export const PRELUDE: readonly Step[] = (
  ['register', 'code', 'proof', 'accept', 'provision', 'prove'] as const
).map((kind) => ({
  kind,
  pick: 0,
  choice: 9,
}));

function picked<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % list.length];
}

/** Prefers the newest id, because older proofings and credentials have usually ended. */
function recent(record: object, pick: number): string | undefined {
  return picked(Object.keys(record).toReversed(), pick < 4 ? 0 : pick - 3);
}

type Make = (step: Step, model: Model, system: System, now: number) => Action | undefined;

const onProofing: Make = ({ kind, pick }, { proofings }) => {
  const proofing = recent(proofings, pick);
  return proofing === undefined ? undefined : ({ kind, proofing } as Action);
};

const onCredential: Make = ({ kind, pick }, { credentials }) => {
  const credential = recent(credentials, pick);
  return credential === undefined ? undefined : ({ kind, credential } as Action);
};

const withHeld: Make = ({ kind, pick }, _, { held }) => {
  const name = picked([...held.keys()].toReversed(), pick < 5 ? 0 : pick - 4);
  if (name === undefined) return undefined;
  const [credential = '', version] = name.split(' ');
  return { kind, credential, version: Number(version) } as Action;
};

const MAKERS: Partial<Record<Step['kind'], Make>> = {
  attestAgain: (_, { isRegistered }) => (isRegistered ? { kind: 'attestAgain' } : undefined),
  code: (_, __, ___, now) => ({ kind: 'code', code: newId(), expiresAt: now + CODE_TTL }),
  proof({ pick, choice }, { codes, credentials }) {
    const code = choice === 0 ? undefined : choice === 1 ? 'made up' : recent(codes, pick);
    const reverifies = choice % 2 === 0 ? recent(credentials, pick) : undefined;
    return {
      kind: 'proof',
      proofing: newId(),
      ...(code === undefined ? {} : { code }),
      ...(reverifies === undefined ? {} : { reverifies }),
    };
  },
  accept: onProofing,
  reject: onProofing,
  challenge: onProofing,
  resume: onProofing,
  revokeProofing: onProofing,
  cancel: onProofing,
  provision({ pick, choice }, { proofings, credentials }) {
    const proofing = recent(proofings, pick) ?? newId();
    const known = choice < 6 ? recent(credentials, pick) : undefined;
    return { kind: 'provision', proofing, credential: known ?? newId() };
  },
  prove: withHeld,
  refresh: withHeld,
  delete: onCredential,
  revokeCredential: onCredential,
  clearAction: onCredential,
  requireAction({ pick, choice }, { credentials }, _, now) {
    const credential = recent(credentials, pick);
    if (credential === undefined) return undefined;
    const deadlineAt = now + (choice < 6 ? SECOND : 24 * HOUR);
    const limit = choice % 3 === 0 ? {} : { remaining: choice % 3 };
    return {
      kind: 'requireAction',
      credential,
      action: { deadlineAt, ...limit, isEnforced: choice % 2 === 0 },
    };
  },
};

/** The request of the step in the current state; undefined if nothing exists that the request could name. */
export function resolve(step: Step, model: Model, system: System, now: number): Action | undefined {
  if (step.kind === 'advance') return undefined;
  const make = MAKERS[step.kind];
  return make ? make(step, model, system, now) : ({ kind: step.kind } as Action);
}

export function advanceOf({ choice }: Step): number {
  return ADVANCES[choice % ADVANCES.length] as number;
}
