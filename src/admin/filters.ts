import { Type } from 'typebox';
import { Time } from '../conventions/schema-parts.ts';
import { Identifier as Id } from '../issuer/contract/scalars.ts';

/** Which rows of a list: all conditions that are given hold. */
export const subjectFilter = {
  holderId: Type.Optional(Id('Only of this holder.')),
  deviceReferenceId: Type.Optional(Id('Only of this device.')),
  startTime: Type.Optional(Time('Only those created then or later.')),
  endTime: Type.Optional(Time('Only those created before.')),
};
