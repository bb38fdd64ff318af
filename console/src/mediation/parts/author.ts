import { useMessages } from '../../messages/index.ts';
import type { Change } from '../api.ts';

/** The subject of requests that no user signed in for. */
const OPERATOR = 'operator';

/** Who made a change, at the start or inside of a sentence: the email of a user, else the subject of the token. */
export function useAuthor(): (change: Pick<Change, 'email' | 'subject'>, isInside?: boolean) => string {
  const { operator, operatorInside } = useMessages().mediation.changes;
  return ({ email, subject }, isInside = false) =>
    email ?? (subject === OPERATOR ? (isInside ? operatorInside : operator) : subject);
}
