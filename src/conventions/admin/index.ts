export { listed } from './listed.ts';
export type { AdminMethod } from './method.ts';
export { isAtLeast, ROLES, type Role } from './roles.ts';
export { closed, nextPageToken, page, Time } from './schema.ts';
