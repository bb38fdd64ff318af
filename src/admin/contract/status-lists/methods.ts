import { Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { LIST_PROBLEMS } from '../../../issuer/status/publish-lists.ts';
import type { AdminMethod } from '../method.ts';

const StatusListView = Type.Object({
  name: Type.String({ description: 'The last segment of the address.' }),
  uri: Type.String({ description: 'The address that MSOs name.' }),
  rootId: Type.String({ description: 'Key id of the root of its MSOs and of its signer.' }),
  entries: Type.Integer({ description: 'How many the list has room for.' }),
  endTime: Time('When all of its MSOs have expired.'),
  publishTime: Type.Optional(Time('When it was last published.')),
  nextPublishTime: Time('When it should be published next.'),
  expireTime: Type.Optional(Time('Until when readers take this publication.')),
  problem: Type.Optional(
    Type.Enum([...LIST_PROBLEMS], {
      description:
        'unpublished: readers cannot fetch it. expired: readers refuse it. late: the last publication did not happen.',
    }),
  ),
});

/** Lists of revoked MSOs, which readers fetch. */
export const STATUS_LIST_METHODS = {
  listStatusLists: {
    http: ['GET', '/admin/v1/statusLists'],
    role: 'viewer',
    command: 'status-lists list',
    summary: 'List the status lists that are published',
    request: Type.Object({}, closed),
    response: Type.Object({ statusLists: Type.Array(StatusListView) }),
  },
  getStatusListToken: {
    http: ['GET', '/admin/v1/statusLists/{name}/token'],
    role: 'viewer',
    command: 'status-lists export',
    summary: 'Get the newest publication of a status list',
    request: Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
    response: Type.Object({
      name: Type.String(),
      token: Type.String({ description: 'The signed list as it is served (CWT), in base64.' }),
    }),
  },
  publishStatusLists: {
    http: ['POST', '/admin/v1/statusLists:publish'],
    role: 'administrator',
    noValidateOnly: 'it signs',
    final: true,
    audit: ['statusLists.publish'],
    command: 'status-lists publish',
    summary: 'Publish all status lists now, before their time',
    request: Type.Object({}, closed),
    response: Type.Object({ published: Type.Integer({ description: 'How many lists were published.' }) }),
  },
} as const satisfies Record<string, AdminMethod>;
