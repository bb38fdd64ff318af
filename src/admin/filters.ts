import { Type } from 'typebox';
import { Time } from '../conventions/json-schema.ts';
import { Identifier as Id } from '../issuer/contract/scalars.ts';

/** Which rows of a list: all conditions that are given hold. */
export const subjectFilter = {
  holderId: Type.Optional(Id('Only of this holder.')),
  deviceReferenceId: Type.Optional(Id('Only of this device.')),
  startTime: Type.Optional(Time('Only those created then or later.')),
  endTime: Type.Optional(Time('Only those created before.')),
};

/** Times of a request, as bounds of a filter in milliseconds. */
export function period(
  startTime: string | undefined,
  endTime: string | undefined,
): { readonly from?: number; readonly before?: number } {
  return {
    ...(startTime !== undefined && { from: Date.parse(startTime) }),
    ...(endTime !== undefined && { before: Date.parse(endTime) }),
  };
}
