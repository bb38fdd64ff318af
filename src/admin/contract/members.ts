import { type TSchema, Type } from 'typebox';
import { Time } from '../../conventions/json-schema.ts';
import { ONE_LINE } from '../../conventions/printable.ts';
import { Identifier as Id } from '../../issuer/contract/scalars.ts';

/** The member `etag` of a view. */
export const etag = Type.Optional(
  Type.String({ description: 'For If-Match: the same as long as nothing of the resource has changed.' }),
);

/** An operator's note on a decision or a revocation. */
export const Note = Type.Optional(
  Type.String({
    description:
      'One line for the audit log, at most 500 characters. It is not sent to the wallet or the platform, and is erased with the holder.',
    minLength: 1,
    maxLength: 500,
    pattern: ONE_LINE,
  }),
);

/** Members of a request for a list. */
export const page = {
  pageSize: Type.Optional(
    Type.Integer({ description: 'Maximum number of rows in the answer; default 100.', minimum: 0 }),
  ),
  pageToken: Type.Optional(
    Type.String({ description: 'nextPageToken of the previous answer.', maxLength: 4096 }),
  ),
};

/** Member of the answer; absent on the last page. */
export const nextPageToken = Type.Optional(Type.String());

/** A filter of lists whose ids are long, so that a person can name a row by the start of its id. */
export const idPrefix = {
  idPrefix: Type.Optional(Id('Only those whose id starts with this.')),
};

/** Filters of a list; a row must match all that are given. */
export const subjectFilter = {
  holderId: Type.Optional(Id('Only of this holder.')),
  deviceReferenceId: Type.Optional(Id('Only of this device.')),
  startTime: Type.Optional(Time('Only those created at this time or later.')),
  endTime: Type.Optional(Time('Only those created before this time.')),
};

/** Largest number of items in one request. */
export const MOST_ITEMS = 100;

/** Why one item of a batch was refused. The other items are not affected. */
const ItemError = Type.Object({
  reason: Type.String({ description: 'As a single request would be refused with.' }),
  message: Type.String(),
});

/** The result for one item of a batch: the answer or the refusal that a single request would get. */
export const eachResult = <Named extends Record<string, TSchema>>(members: Named) =>
  Type.Object({ results: Type.Array(Type.Object({ ...members, error: Type.Optional(ItemError) })) });
