import { useMessages } from '../../messages/index.ts';
import type { Change } from '../api.ts';

/** The subject of requests that no user signed in for. */
const OPERATOR = 'operator';

/** Who made a change: the email of a user, else the subject of the token. */
export function useAuthor(): (change: Pick<Change, 'email' | 'subject'>) => string {
  const { mediation } = useMessages();
  return ({ email, subject }) => email ?? (subject === OPERATOR ? mediation.changes.operator : subject);
}
