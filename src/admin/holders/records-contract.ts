import { Type } from 'typebox';
import { closed } from '../../conventions/schema-parts.ts';
import { Identifier as Id } from '../../issuer/contract/scalars.ts';
import type { AdminMethod } from '../method.ts';

export const RECORD_METHODS = {
  refreshHolder: {
    http: ['POST', '/admin/v1/holders/{id}:refresh'],
    role: 'operator',
    summary: "Fetch a holder's record from the system of record again; for when it changed there",
    request: Type.Object({ id: Id('Holder') }, closed),
    response: Type.Object({
      id: Type.String(),
      result: Type.Union([Type.Literal('updated'), Type.Literal('unchanged')]),
      supersededCredentials: Type.Integer({ description: 'Credentials that got a new version.' }),
      changedElements: Type.Array(Type.String(), {
        description: '`namespace/identifier` of every element that is another now.',
      }),
    }),
  },
} as const satisfies Record<string, AdminMethod>;
