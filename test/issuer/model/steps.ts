import fc from 'fast-check';
import type { Action, Kind, Model } from './model.ts';
import { newId, type System } from './system.ts';

/** A step as it is drawn: what to do, and which of the things that there are by then to do it to. */
export interface Step {
  readonly kind: Kind | 'advance';
  readonly pick: number;
  readonly choice: number;
}

/** How often each kind is drawn. */
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

/** A registration is two requests, of which the second counts. */
export const RIVALS = (Object.keys(WEIGHTS) as Step['kind'][]).filter(
  (kind) => !['advance', 'attestAgain', 'code'].includes(kind),
);

/** What others can change while a request reads. */
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

/** Requests that read before they write; the choice is of a proof without and with a credential to verify again, and so on. */
export const READERS: readonly Step[] = [
  { kind: 'register', pick: 0, choice: 9 },
  { kind: 'proof', pick: 0, choice: 9 },
  { kind: 'proof', pick: 0, choice: 8 },
  { kind: 'provision', pick: 0, choice: 0 },
  { kind: 'provision', pick: 0, choice: 9 },
  { kind: 'prove', pick: 0, choice: 0 },
  { kind: 'refresh', pick: 0, choice: 0 },
];

/** Statements with which one of them reads, at most. */
export const MOST_READS = 4;

/** A sweep or a clock move would be felt by every device. */
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

/** A device that has come a good part of the way, so that short sequences reach the late states. */
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

/** The last ones are the likeliest: they are the ones that live. */
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

/** What the step asks of the server as things stand; nothing where there is nothing to do it to. */
export function resolve(step: Step, model: Model, system: System, now: number): Action | undefined {
  if (step.kind === 'advance') return undefined;
  const make = MAKERS[step.kind];
  return make ? make(step, model, system, now) : ({ kind: step.kind } as Action);
}

export function advanceOf({ choice }: Step): number {
  return ADVANCES[choice % ADVANCES.length] as number;
}
