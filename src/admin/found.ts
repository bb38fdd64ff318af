import { StatusError } from '../conventions/status.ts';

export function found<T>(entity: T | undefined, what: string): T {
  if (entity !== undefined) return entity;
  throw new StatusError('NOT_FOUND', `${what.toUpperCase()}_NOT_FOUND`, `there is no ${what} with this id`);
}
