import { Type } from 'typebox';

/** For requests: an unknown member is refused. */
export const closed = { additionalProperties: false } as const;

export const Time = (description: string) => Type.String({ description, format: 'date-time' });

/** What every list takes. */
export const page = {
  pageSize: Type.Optional(
    Type.Integer({ description: 'Most rows in the answer; 100 when left out.', minimum: 0 }),
  ),
  pageToken: Type.Optional(
    Type.String({ description: 'nextPageToken of the answer before.', maxLength: 4096 }),
  ),
};

/** Absent on the last page. */
export const nextPageToken = Type.Optional(Type.String());
