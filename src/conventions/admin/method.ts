import type { TSchema } from 'typebox';
import type { Role } from './roles.ts';
import type { SecondPersonGroup } from './second-person.ts';

/** A method of the admin interface. Routes, OpenAPI and the command line come from tables of these. */
export interface AdminMethod {
  readonly http: readonly ['GET' | 'POST', string];
  /** The least role that may call it. */
  readonly role: Role;
  /** It may be made to wait for a second person, with this group. */
  readonly secondPerson?: SecondPersonGroup;
  readonly summary: string;
  /** Path and query parameters and, for a POST, the members of the body, in one object. */
  readonly request: TSchema;
  readonly response: TSchema;
}
