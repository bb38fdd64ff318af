import { Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { PANELS } from '../../../conventions/panel.ts';
import { AnchorView } from '../audit-log/methods.ts';
import type { AdminMethod } from '../method.ts';

const Capped = Type.Object({
  count: Type.Integer(),
  isCapped: Type.Boolean({ description: 'There are more than this.' }),
});

const Queues = Type.Object({
  proofings: Type.Optional(
    Type.Object({
      pending: Capped,
      challenged: Capped,
      oldestTime: Type.Optional(Time('When the pending proofing that waits longest came in.')),
    }),
  ),
  approvals: Capped,
  notifications: Type.Optional(
    Type.Object({
      isOn: Type.Boolean({
        description: 'Whether issuer.notifications.url is set. If not, nothing is sent.',
      }),
      waiting: Type.Integer(),
      failed: Type.Integer({ description: 'Given up.' }),
      oldestTime: Type.Optional(Time('When the first of those that wait was made.')),
    }),
  ),
});

const Expiry = Type.Object({
  name: Type.String({ description: 'The role of a key, or the setting that names a certificate.' }),
  time: Time('When the certificate ends.'),
});

const Status = Type.Object({
  time: Time('When it was looked up.'),
  version: Type.String({ description: 'The version of Diptych.' }),
  schema: Type.String({ description: 'The newest migration that this version knows.' }),
  profile: Type.String(),
  interfaces: Type.Array(Type.Enum([...PANELS]), { description: 'The interfaces that this server runs.' }),
  startTime: Time('When the process that answers started.'),
  isReady: Type.Boolean({ description: 'Whether the readiness check passes.' }),
  database: Type.Object({
    kind: Type.Enum(['sqlite', 'postgresql']),
    isUp: Type.Boolean({ description: 'Whether it answers and accepts writes.' }),
  }),
  queues: Type.Optional(Queues),
  expiries: Type.Array(Expiry, {
    description: 'Certificates of active keys and of listeners, the first to end first.',
  }),
  revocationListTime: Type.Optional(Time('When the list of revoked attestation keys was downloaded.')),
  statusListTime: Type.Optional(
    Time('When the status list was published that was published longest ago. Absent without lists.'),
  ),
  lastBackupTime: Type.Optional(
    Time('When diptych backup last saved the database. With PostgreSQL, base backups are not known here.'),
  ),
  lastKeysBackupTime: Type.Optional(Time('When diptych backup last saved the keys.')),
  lastDrill: Type.Optional(
    Type.Object(
      { time: Time('When it ended.'), role: Type.String({ description: 'The key that it compromised.' }) },
      { description: 'The last diptych keys drill on the data folder. Absent without one.' },
    ),
  ),
  keysInToken: Type.Boolean({
    description: 'Whether keys are in a PKCS#11 token. They are in no backup: back the token up.',
  }),
  disk: Type.Optional(
    Type.Object(
      { freeBytes: Type.Integer(), sizeBytes: Type.Integer() },
      { description: 'The disk of the data folder.' },
    ),
  ),
  anchors: Type.Optional(
    Type.Array(AnchorView, { description: 'Where seals of the audit log are anchored.' }),
  ),
  retention: Type.Optional(
    Type.Object(
      {
        auditLogStartTime: Type.Optional(
          Time('Of the oldest seal; older entries were purged or never sealed.'),
        ),
        purgeTime: Type.Optional(Time('When a purge last came to its end.')),
      },
      { description: 'What was deleted because its time had passed.' },
    ),
  ),
  warnings: Type.Array(Type.String(), {
    description: 'Problems that do not stop the server but need an operator.',
  }),
});

/** The state of the running server on one screen. */
export const STATUS_METHODS = {
  getStatus: {
    http: ['GET', '/admin/v1/status'],
    role: 'viewer',
    command: 'status',
    summary:
      'Get what works, which version runs, what waits, what ends soon, the last backup and the last drill',
    request: Type.Object({}, closed),
    response: Status,
  },
} as const satisfies Record<string, AdminMethod>;
