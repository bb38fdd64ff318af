import { Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { REQUEST_INTERFACES } from '../../../issuer/ports/requests.ts';
import type { AdminMethod } from '../method.ts';

const Capped = Type.Object({
  count: Type.Integer(),
  isCapped: Type.Boolean({ description: 'There are more than this.' }),
});

const Interface = Type.Enum([...REQUEST_INTERFACES]);

const Refusals = {
  interface: Interface,
  operation: Type.String(),
  reason: Type.String(),
  count: Type.Integer(),
};

const Outcome = Type.Object({
  state: Type.String(),
  cause: Type.Optional(Type.String({ description: 'Why it was rejected automatically.' })),
  count: Type.Integer(),
});

const isEstimate = Type.Boolean({ description: 'Scaled from a random sample of the MSOs.' });

const Counts = Type.Object({
  time: Time('When it was counted.'),
  proofings: Type.Object({
    pending: Capped,
    challenged: Capped,
    oldestTime: Type.Optional(Time('When the pending proofing that waits longest came in.')),
    deadlineTime: Type.Optional(Time('When the next pending proofing expires.')),
    lastDay: Type.Array(Outcome, { description: 'Those that came in in the last 24 hours.' }),
  }),
  approvals: Capped,
  notifications: Type.Object({ waiting: Type.Integer(), failed: Type.Integer() }),
  keys: Type.Array(
    Type.Object({
      id: Type.String(),
      role: Type.String(),
      stage: Type.String(),
      notAfterTime: Time('When its certificate ends.'),
    }),
    { description: 'Keys in use whose certificate ends within 60 days.' },
  ),
  refusals: Type.Array(Type.Object(Refusals), { description: 'Of the last 24 hours, most first.' }),
  msos: Type.Object({
    valid: Type.Integer({ description: 'That have not expired.' }),
    due: Type.Integer({ description: 'That expire within 7 days.' }),
    isEstimate,
  }),
});

const Series = Type.Object({
  startTime: Time('Where it begins.'),
  endTime: Time('Where it ends: now.'),
  refusals: Type.Array(
    Type.Object({
      hourTime: Time('The hour.'),
      interface: Interface,
      reason: Type.String(),
      count: Type.Integer(),
    }),
  ),
  load: Type.Array(
    Type.Object({ hourTime: Time('The hour.'), operation: Type.String(), count: Type.Integer() }),
    { description: 'Requests of wallets that were answered, by hour.' },
  ),
  msos: Type.Object({
    days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), expiring: Type.Integer() }), {
      description: 'From today on: wallets come for new ones before. Days without any are left out.',
    }),
    isEstimate,
  }),
  funnel: Type.Object({
    isCapped: Type.Boolean({ description: 'Only the newest proofings are in it.' }),
    outcomes: Type.Array(Outcome),
    days: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        created: Type.Integer(),
        accepted: Type.Integer(),
        rejected: Type.Integer(),
        waiting: Type.Integer(),
        medianWaitSeconds: Type.Optional(Type.Number({ description: 'Until the decision.' })),
      }),
      { description: 'By the day on which the proofings came in.' },
    ),
  }),
});

/** Figures for charts. The work for each request is limited. Counters for monitoring are in /metrics. */
export const FIGURE_METHODS = {
  getCounts: {
    http: ['GET', '/admin/v1/counts'],
    role: 'viewer',
    command: 'counts',
    summary: 'Count what waits, what ends soon and what was refused',
    request: Type.Object({}, closed),
    response: Counts,
  },
  getSeries: {
    http: ['GET', '/admin/v1/series'],
    role: 'viewer',
    command: { none: 'it is for pictures; /metrics has counters' },
    summary: 'Get refusals and load by hour, expiring MSOs by day, and what became of proofings',
    request: Type.Object(
      {
        days: Type.Optional(
          Type.Integer({ description: 'How many days back; 7 when left out.', minimum: 1, maximum: 14 }),
        ),
      },
      closed,
    ),
    response: Series,
  },
} as const satisfies Record<string, AdminMethod>;
