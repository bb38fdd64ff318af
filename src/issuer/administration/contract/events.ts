import { type Static, Type } from 'typebox';
import { type AdminMethod, closed, nextPageToken, page, Time } from '../../../conventions/admin/index.ts';
import { Identifier as Id } from '../../contract/scalars.ts';

const Subject = Type.Enum(['device', 'proofing', 'credential', 'holder', 'code'], {
  description: 'What changed.',
});

/** One line of the trail of state changes, which is written with the change itself. */
export const EventView = Type.Object({
  id: Type.String({ description: 'Sorts by time.' }),
  time: Time('When it changed.'),
  subject: Subject,
  subjectId: Type.String(),
  event: Type.String(),
  from: Type.Optional(Type.String({ description: 'State before.' })),
  to: Type.Optional(Type.String({ description: 'State after.' })),
  actor: Type.Enum(['wallet', 'operator', 'deadline'], { description: 'Who caused it.' }),
  operatorId: Type.Optional(Type.String({ description: 'Id of the user; `operator` for the admin token.' })),
  requestId: Type.Optional(Type.String({ description: 'By which request.' })),
  reason: Type.Optional(Type.String({ description: 'The code that the operator gave.' })),
});
export type EventView = Static<typeof EventView>;

export const EVENT_METHODS = {
  listEvents: {
    http: ['GET', '/admin/v1/events'],
    role: 'viewer',
    summary: 'List state changes, oldest first',
    request: Type.Object(
      {
        subject: Type.Optional(Subject),
        subjectId: Type.Optional(Id('Id of the device, proofing, credential or holder.')),
        operatorId: Type.Optional(Id('Id of a user; `operator` for the admin token.')),
        requestId: Type.Optional(Id('By which request.')),
        startTime: Type.Optional(Time('From when on.')),
        endTime: Type.Optional(Time('Before when.')),
        ...page,
      },
      closed,
    ),
    response: Type.Object({ events: Type.Array(EventView), nextPageToken }),
  },
} as const satisfies Record<string, AdminMethod>;
