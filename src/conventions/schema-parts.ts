import { Type } from 'typebox';

/** For requests: an unknown member is refused. */
export const closed = { additionalProperties: false } as const;

export const Time = (description: string) => Type.String({ description, format: 'date-time' });

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
