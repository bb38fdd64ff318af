import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { PUBLISHER_ID_PATTERN } from '../../../mediation/names.ts';
import { nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

const PublisherId = Type.String({ description: 'pub- and 16 digits.', pattern: PUBLISHER_ID_PATTERN });

export const PublisherView = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  currencyCode: Type.String(),
  reportingTimeZone: Type.String(),
  createTime: Time('When it was created.'),
});
export type PublisherView = Static<typeof PublisherView>;

/** One entry of the audit log about a publisher. */
export const ChangeView = Type.Object({
  time: Time('When it was changed.'),
  subject: Type.String({ description: 'The author: subject of the token, or id of the operator.' }),
  requestId: Type.String({ description: 'Id of the request; the log has it too.' }),
  method: Type.String({ description: 'Id of the method.' }),
  resource: Type.String({ description: 'Resource name.' }),
  before: Type.Optional(Type.Object({}, { description: 'The resource before; absent for a new one.' })),
  after: Type.Optional(Type.Object({}, { description: 'The resource after.' })),
});
export type ChangeView = Static<typeof ChangeView>;

/** Ids of changes sort by time. */
export const CHANGE_SORTS = { time: 'id' } as const satisfies SortFields;

/** Methods for publisher accounts. */
export const PUBLISHER_METHODS = {
  createPublisher: {
    http: ['POST', '/admin/v1/publishers'],
    role: 'administrator',
    audit: ['publisher.create'],
    command: 'publishers create',
    summary: 'Create a publisher account',
    request: Type.Object(
      {
        id: Type.Optional(PublisherId),
        displayName: Type.String({ description: 'Name to show.', minLength: 1, maxLength: 120 }),
        currencyCode: Type.Optional(
          Type.String({ description: 'ISO 4217; USD when left out.', pattern: '^[A-Z]{3}$' }),
        ),
        reportingTimeZone: Type.Optional(
          Type.String({ description: 'IANA time zone; UTC when left out.', minLength: 1, maxLength: 64 }),
        ),
      },
      closed,
    ),
    response: PublisherView,
  },
  listPublishers: {
    http: ['GET', '/admin/v1/publishers'],
    role: 'viewer',
    command: 'publishers list',
    summary: 'List publisher accounts',
    request: Type.Object(page, closed),
    response: Type.Object({ publishers: Type.Array(PublisherView), nextPageToken }),
  },
  listChanges: {
    http: ['GET', '/admin/v1/publishers/{id}/changes'],
    role: 'viewer',
    command: 'publishers changes',
    summary: 'List changes in the account of a publisher, oldest first unless orderBy says otherwise',
    request: Type.Object(
      {
        id: PublisherId,
        resource: Type.Optional(Type.String({ description: 'Only of this resource name.', maxLength: 512 })),
        subject: Type.Optional(Type.String({ description: 'Only by this author.', maxLength: 254 })),
        method: Type.Optional(Type.String({ description: 'Only by this method.', maxLength: 128 })),
        startTime: Type.Optional(Time('Only those made at this time or later.')),
        endTime: Type.Optional(Time('Only those made before this time.')),
        view: Type.Optional(
          Type.Enum(['basic', 'full'], { description: 'basic leaves out before and after; default full.' }),
        ),
        orderBy: OrderBy(CHANGE_SORTS),
        ...page,
      },
      closed,
    ),
    response: Type.Object({ changes: Type.Array(ChangeView), nextPageToken }),
  },
} as const satisfies Record<string, AdminMethod>;
