import { emailName } from '../../../../src/admin/contract/audit-log/email-name.ts';
import { useSession } from '../../frame/session.tsx';
import { useMessages } from '../../messages/index.ts';
import type { Change } from '../api.ts';

/** The subject of requests that no user signed in for. */
const OPERATOR = 'operator';

/** Who made a change, at the start or inside of a sentence: the reader, the name of a user, else the subject of the token. */
export function useAuthor(): (change: Pick<Change, 'email' | 'subject'>, isInside?: boolean) => string {
  const { operator, operatorInside, you, youInside } = useMessages().mediation.changes;
  const { person } = useSession().session;
  return ({ email, subject }, isInside = false) => {
    if (subject === person.id) return isInside ? youInside : you;
    if (email !== undefined) return emailName(email);
    return subject === OPERATOR ? (isInside ? operatorInside : operator) : subject;
  };
}
