import { type Static, Type } from 'typebox';
import { ACTOR_KINDS, EVENT_NAMES, SUBJECTS } from '../../../audit/entry.ts';
import { ExportedEntry, ExportedProof } from '../../../audit/exported-entry.ts';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { Challenged, Rejected } from '../../../issuer/contract/index.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

/** A place where seals are anchored. */
export const AnchorView = Type.Object({
  kind: Type.Enum(['folder', 'rfc3161', 'witness'], {
    description: 'Write-once folder, time-stamp authority, or witness of transparency logs.',
  }),
  place: Type.String({ description: 'Path of the folder, or URL of the authority or witness.' }),
  seal: Type.Optional(Type.Integer({ description: 'Number of the newest seal that is anchored there.' })),
  time: Type.Optional(Time('When it was anchored.')),
  lagSeconds: Type.Integer({
    description: 'Age of the oldest seal that is not anchored there; 0 if there is none.',
  }),
});

/** The resource, in the format of the interface that changed it. */
const Resource = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const Subject = Type.Enum([...SUBJECTS], { description: 'What changed.' });
const Event = Type.Enum([...EVENT_NAMES], { description: 'What happened to it.' });

/** One entry of the audit log, written in the transaction of the change. */
export const EventView = Type.Object({
  id: Type.String({ description: 'Sorts by time.' }),
  time: Time('When it changed.'),
  subject: Subject,
  subjectId: Type.String(),
  event: Event,
  holderId: Type.Optional(
    Type.String({ description: 'The holder whom the subject belongs to; the id of the erasure after one.' }),
  ),
  documentType: Type.Optional(Type.String({ description: 'Type of the document of the holder.' })),
  subjectName: Type.Optional(Type.String({ description: 'Email, if the subject is a user.' })),
  from: Type.Optional(Type.String({ description: 'State before.' })),
  to: Type.Optional(Type.String({ description: 'State after.' })),
  actor: Type.Enum([...ACTOR_KINDS], { description: 'Who made it.' }),
  operatorId: Type.Optional(Type.String({ description: 'Id of the user; `operator` for the admin token.' })),
  operatorName: Type.Optional(Type.String({ description: 'Email of the operator.' })),
  approverId: Type.Optional(Type.String({ description: 'Id of the second person, who approved it.' })),
  approverName: Type.Optional(Type.String({ description: 'Email of the second person.' })),
  callerName: Type.Optional(Type.String({ description: 'Email of the user who made it.' })),
  callerId: Type.Optional(
    Type.String({ description: 'Id of the user or client that made it, if that was not an operator.' }),
  ),
  requestId: Type.Optional(Type.String({ description: 'By which request.' })),
  reason: Type.Optional(
    Type.String({ description: 'A code: what the operator gave, or the cause of an automatic change.' }),
  ),
  note: Type.Optional(Type.String({ description: 'Note of the operator; erased with its holder.' })),
  message: Type.Optional(
    Type.Object(
      { rejected: Type.Optional(Rejected), challenged: Type.Optional(Challenged) },
      {
        description:
          'What the wallet platform gets by a decision on a proofing. That of an operator is erased with its holder; automatic rejections have fixed words, which stay.',
      },
    ),
  ),
  concerns: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'What it concerns: the names of the settings, the role of the key, or the method that waits, then for a key its role or id, and `finishRotation` if a rotation ends.',
    }),
  ),
  publisherId: Type.Optional(Type.String({ description: 'Publisher account whose settings changed.' })),
  method: Type.Optional(Type.String({ description: 'Id of the method, for changes of publishers.' })),
  details: Type.Optional(
    Type.Object(
      {
        before: Type.Optional(Resource('Before; absent for something new.')),
        after: Type.Optional(Resource('After.')),
      },
      { description: 'What changed.' },
    ),
  ),
});
export type EventView = Static<typeof EventView>;

/** Ids of events sort by time. */
export const EVENT_SORTS = { time: 'id' } as const satisfies SortFields;

export const EVENT_METHODS = {
  listEvents: {
    http: ['GET', '/admin/v1/events'],
    role: 'viewer',
    command: 'events list',
    summary: 'List the audit log, oldest first unless orderBy says otherwise',
    request: Type.Object(
      {
        subject: Type.Optional(Subject),
        subjectId: Type.Optional(Id('Its id.')),
        event: Type.Optional(
          Type.Enum([...EVENT_NAMES], {
            description:
              'What happened to it. Other events with the same outcome are included: with reject, proofings that were rejected when they were sent.',
          }),
        ),
        holderId: Type.Optional(
          Id(
            'About this holder and its proofings, credentials, codes, holds and devices, the newest 100 of each.',
          ),
        ),
        publisherId: Type.Optional(Id('Publisher account whose settings changed.')),
        operatorId: Type.Optional(Id('Id of a user; `operator` for the admin token.')),
        callerId: Type.Optional(Id('Id of the user or client that made it, if that was not an operator.')),
        requestId: Type.Optional(Id('By which request.')),
        startTime: Type.Optional(Time('From when on.')),
        endTime: Type.Optional(Time('Before when.')),
        orderBy: OrderBy(EVENT_SORTS),
        ...page,
      },
      closed,
    ),
    response: Type.Object({ events: Type.Array(EventView), nextPageToken }),
  },
  exportEvents: {
    http: ['GET', '/admin/v1/events:export'],
    role: 'viewer',
    command: 'events export',
    summary: 'Export the audit log with its seals, one seal at a time; diptych events verify checks the file',
    request: Type.Object({ pageToken: page.pageToken }, closed),
    response: Type.Object({ entries: Type.Array(ExportedEntry), nextPageToken }),
  },
  proveEvent: {
    http: ['GET', '/admin/v1/events/{id}:prove'],
    role: 'viewer',
    command: 'events prove',
    summary: 'Prove that one event is in the sealed audit log; diptych events check checks the proof',
    request: Type.Object(
      {
        id: Id('Id of the event.'),
        note: Type.Optional(
          Type.Enum(['digest', 'text'], { description: 'How the note is shown; default digest.' }),
        ),
      },
      closed,
    ),
    response: ExportedProof,
  },
} as const satisfies Record<string, AdminMethod>;

const Digest = (description: string) => Type.String({ description: `${description} SHA-256, hex.` });

const Seals = Type.Object({
  keys: Type.Array(Digest('A pinned key; the last one seals. Of its public point:'), {
    description: 'Each one was announced by the one before. Empty before the first seal.',
  }),
  seal: Type.Optional(Type.Integer({ description: 'Number of the last seal.' })),
  head: Type.Optional(Digest('The last statement.')),
  anchors: Type.Array(AnchorView, { description: 'Where seals are anchored.' }),
  timeStampRoots: Type.Array(Type.String(), {
    description: 'PEM: the certificates of the roots of the time-stamp authorities.',
  }),
  witnesses: Type.Array(
    Type.Object({
      key: Type.String({ description: 'Its verifier key.' }),
      origin: Type.String({ description: 'The name of this audit log at the witness.' }),
      logKey: Type.Optional(
        Type.String({ description: 'The verifier key of this audit log, for the operator of the witness.' }),
      ),
    }),
    { description: 'The witnesses of the configuration.' },
  ),
  problem: Type.Optional(
    Type.String({
      description: 'Why the last seals do not verify; nothing is sealed until this is repaired.',
    }),
  ),
});

const KEY_CHANGE_REASONS = ['scheduled', 'keyCompromised', 'custodyMoved', 'other'] as const;
const RESET_REASONS = ['keyLost', 'databaseRestored', 'trailChanged', 'other'] as const;

/** Methods for the seals of the audit log. */
export const SEAL_METHODS = {
  getSeals: {
    http: ['GET', '/admin/v1/seals'],
    role: 'viewer',
    command: 'seals status',
    summary: 'Show which key seals the audit log, and whether the last seals verify',
    request: Type.Object({}, closed),
    response: Seals,
  },
  rotateSealKey: {
    http: ['POST', '/admin/v1/seals:rotate'],
    role: 'administrator',
    noValidateOnly: 'it makes a key outside of the database',
    final: true,
    audit: ['key.rotateSealKey'],
    command: 'seals rotate',
    summary: 'Create a new key for the seals; the old key signs its announcement',
    request: Type.Object({ reason: Type.Enum([...KEY_CHANGE_REASONS]) }, closed),
    response: Seals,
  },
  resetSeals: {
    http: ['POST', '/admin/v1/seals:reset'],
    role: 'administrator',
    noValidateOnly: 'it changes files outside of the database',
    final: true,
    audit: ['key.resetSeals'],
    command: 'seals reset',
    summary:
      'Start a new key that operators vouch for, when the old one is lost or the seals do not verify; verification always shows it',
    request: Type.Object({ reason: Type.Enum([...RESET_REASONS]) }, closed),
    response: Seals,
  },
} as const satisfies Record<string, AdminMethod>;
