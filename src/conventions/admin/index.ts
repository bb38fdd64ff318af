export { listed } from './listed.ts';
export type { AdminMethod } from './method.ts';
export { OrderBy, type Sort, type SortFields, sortOf } from './order-by.ts';
export { isAtLeast, ROLES, type Role } from './roles.ts';
export { closed, nextPageToken, page, Time } from './schema.ts';
export {
  Awaited,
  type Preparations,
  SECOND_PERSON_GROUPS,
  type SecondPersonGroup,
} from './second-person.ts';
