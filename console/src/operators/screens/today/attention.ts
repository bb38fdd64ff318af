import { numberFormat } from '../../../../../src/conventions/intl-formats.ts';
import type { AdminResponse, MethodName } from '../../api.ts';
import {
  finishFrom,
  type Key,
  ROTATING,
  type RotatingRole,
  rotationsIn,
  underWay,
} from '../keys/next-step.ts';

type Counts = AdminResponse<'getCounts'>;
type Approval = AdminResponse<'getApproval'>;
type Finding = AdminResponse<'getFindings'>['findings'][number];

/** Work that needs a person, by kind. A kind without work is absent. */
export interface Attention {
  readonly reviews?: { readonly count: string; readonly oldestTime?: string; readonly deadlineTime?: string };
  readonly approvals?: { readonly count: string; readonly only?: Approval };
  /** Requests of the person that were approved, and are to be sent again. */
  readonly toSend?: string;
  readonly keys: readonly {
    readonly id: string;
    readonly role: string;
    readonly endTime: string;
    /** A rotation of its role has begun, and is to be finished. */
    readonly isRotating: boolean;
    /** The request for its rotation that waits for approval. */
    readonly requestId?: string;
    /** Who asked for it, if it is the only request that waits for the person. */
    readonly asked?: Pick<Approval, 'requestedBy' | 'requestedByName'>;
  }[];
  /** Rotations of other keys that have begun, and that a person finishes. */
  readonly rotations: readonly {
    readonly role: RotatingRole;
    /** From when on it may be finished, in milliseconds. */
    readonly from: number;
    /** The request to finish it, which waits for approval. */
    readonly requestId?: string;
  }[];
  /** Keys that are recorded as compromised. */
  readonly compromises: readonly Pick<Key, 'role' | 'notAfterTime'>[];
  readonly notifications?: string;
  readonly failures: readonly Finding[];
  readonly warnings?: string;
  /** The reason is that of most refusals, if one is more frequent than the others. */
  readonly refusals?: {
    readonly count: string;
    readonly top?: { readonly reason: string; readonly count: string };
  };
}

/** `4,120`, or `1,000+` if the server stopped counting. */
export const countText = ({ count, isCapped }: { count: number; isCapped?: boolean }, locale: string) =>
  `${numberFormat(locale).format(count)}${isCapped ? '+' : ''}`;

/** Refusals by reason over all operations, the most frequent first. */
export function byReason(refusals: readonly { readonly reason: string; readonly count: number }[]) {
  const sums = new Map<string, number>();
  for (const { reason, count } of refusals) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));
}

/** The first of rows that are sorted by their numbers; undefined if the second has the same number. */
export const mostFrequent = <Row extends { readonly count: number }>([first, second]: readonly Row[]) =>
  first?.count === second?.count ? undefined : first;

interface Others {
  /** All that wait for a second person. */
  readonly awaited?: readonly Approval[];
  readonly approvalsForMe?: readonly Approval[];
  readonly approvedOwn?: number;
  readonly stored?: readonly Key[];
  /** Findings of doctor, for people who may see them. */
  readonly findings?: readonly Finding[];
}

/** What is counted without the issuer interface. */
const NONE: Pick<Counts, 'proofings' | 'keys' | 'notifications' | 'refusals'> = {
  proofings: {
    pending: { count: 0, isCapped: false },
    challenged: { count: 0, isCapped: false },
    lastDay: [],
  },
  keys: [],
  notifications: { waiting: 0, failed: 0 },
  refusals: [],
};

export function attentionOf(
  counts: Counts | undefined,
  locale: string,
  { awaited = [], approvalsForMe = [], approvedOwn = 0, stored = [], findings = [] }: Others = {},
): Attention {
  const { proofings, keys, notifications, refusals } = counts ?? NONE;
  const { pending, oldestTime, deadlineTime } = proofings;
  const reasons = byReason(refusals);
  const [most] = reasons;
  const top = mostFrequent(reasons);
  const sum = reasons.reduce((all, { count }) => all + count, 0);
  const number = (count: number) => countText({ count }, locale);
  const [first, ...others] = approvalsForMe;
  const only = others.length === 0 ? first : undefined;
  const rotationsOf = rotationsIn(awaited);
  // One matter is one card: that of the key has the request for its rotation, and what a check says about its end.
  const ending = keys.map(({ id, role, notAfterTime }) => {
    const requestId = rotationsOf.get(role);
    const isForMe = only !== undefined && requestId === only.id;
    return {
      id,
      role,
      endTime: notAfterTime,
      isRotating: role !== 'encryption' && underWay(stored, role) !== undefined,
      ...(requestId !== undefined && { requestId }),
      ...(isForMe && { asked: only }),
    };
  });
  // The old encryption key stops by itself.
  const rotations = ROTATING.flatMap((role) => {
    const running = role === 'encryption' ? undefined : underWay(stored, role);
    const requestId = rotationsOf.get(role);
    const isSaid =
      ending.some((key) => key.role === role) || approvalsForMe.some(({ id }) => id === requestId);
    if (!running || isSaid) return [];
    return [{ role, from: finishFrom(running), ...(requestId !== undefined && { requestId }) }];
  });
  const isAsked = ending.some(({ asked }) => asked);
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  return {
    ...(pending.count > 0 && {
      reviews: {
        count: countText(pending, locale),
        ...(oldestTime !== undefined && { oldestTime }),
        ...(deadlineTime !== undefined && { deadlineTime }),
      },
    }),
    ...(first && !isAsked && { approvals: { count: number(approvalsForMe.length), ...(only && { only }) } }),
    ...(approvedOwn > 0 && { toSend: number(approvedOwn) }),
    keys: ending,
    rotations,
    compromises: stored.filter(({ compromiseTime }) => compromiseTime !== undefined),
    ...(notifications.failed > 0 && { notifications: number(notifications.failed) }),
    failures: findings.filter(
      (finding) => finding.level === 'failure' && !keys.some(({ id }) => id === finding.keyId),
    ),
    ...(warnings > 0 && { warnings: number(warnings) }),
    ...(most && {
      refusals: {
        count: number(sum),
        ...(top && { top: { reason: top.reason, count: number(top.count) } }),
      },
    }),
  };
}

/** When everything was checked: the findings are older than the counts. ISO 8601 times sort as text. */
export const checkedTime = (...times: readonly (string | undefined)[]): string | undefined =>
  times.filter((time) => time !== undefined).toSorted()[0];

/** Whether a person has to finish it now. */
const isDue = ({ from, requestId }: Attention['rotations'][number], now: number): boolean =>
  requestId === undefined && from <= now;

/** A matter for a person. `by`: what the person calls to deal with it; undefined if there is nothing to do now. */
type Matter<Kind extends string, It> = {
  readonly kind: Kind;
  readonly by: MethodName | undefined;
  readonly it: NonNullable<It>;
};
export type Work =
  | Matter<'compromise', Attention['compromises'][number]>
  | Matter<'reviews', Attention['reviews']>
  | Matter<'approvals', Attention['approvals']>
  | Matter<'toSend', Attention['toSend']>
  | Matter<'key', Attention['keys'][number]>
  | Matter<'rotation', Attention['rotations'][number]>
  | Matter<'notifications', Attention['notifications']>
  | Matter<'failure', Finding>;

/** The work that waits, in the order of the page. */
export function workOf(attention: Attention, now: number): readonly Work[] {
  const { compromises, reviews, approvals, toSend, keys, rotations, notifications, failures } = attention;
  const due = (one: Attention['rotations'][number]) => (isDue(one, now) ? ('rotateKey' as const) : undefined);
  // Forgeries of a compromised key are accepted until its certificate ends.
  const lasting = compromises.filter(({ notAfterTime }) => Date.parse(notAfterTime) > now);
  return [
    ...lasting.map((it) => ({ kind: 'compromise', by: 'compromiseKey', it }) as const),
    ...(reviews ? [{ kind: 'reviews', by: 'acceptProofing', it: reviews } as const] : []),
    ...(approvals ? [{ kind: 'approvals', by: 'approveApproval', it: approvals } as const] : []),
    ...(toSend === undefined ? [] : [{ kind: 'toSend', by: 'listApprovals', it: toSend } as const]),
    ...keys.map((it) => ({ kind: 'key', by: it.asked ? 'approveApproval' : 'rotateKey', it }) as const),
    ...rotations.map((it) => ({ kind: 'rotation', by: due(it), it }) as const),
    ...(notifications === undefined
      ? []
      : [{ kind: 'notifications', by: 'replayNotifications', it: notifications } as const]),
    ...failures.map((it) => ({ kind: 'failure', by: 'getFindings', it }) as const),
  ];
}

/**
 * How many keys are rotated now, or their rotations finished, or are compromised. A request that waits for approval is counted
 * with the others.
 */
export const keysToDo = (work: readonly Work[]): number =>
  work.filter(
    ({ by, kind, it }) =>
      kind === 'compromise' || (by === 'rotateKey' && !(kind === 'key' && 'requestId' in it)),
  ).length;
