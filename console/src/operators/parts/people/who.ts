import { authorName, emailName } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { useSession } from '../../../frame/session.tsx';
import { shownId } from '../../../kit/shown-id.ts';
import { useMessages } from '../../../messages/index.ts';

/** `Ivy (ivy@example.com)`: two people may have the same name. */
function textOf(id: string, email: string | undefined): string {
  if (email === undefined) return authorName({ actor: 'operator', operatorId: id }, { id: shownId });
  const name = emailName(email);
  return name === email ? email : `${name} (${email})`;
}

type Who = (id: string, email: string | undefined, place?: 'inside') => string;

/** What a user or the admin token is called at the start; the reader is `You`, and inside of a sentence `you`. */
export function useWho(): Who {
  const { person } = useSession().session;
  const { parts: words } = useMessages();
  return (id, email, place) => {
    if (id !== person.id) return textOf(id, email);
    return place === 'inside' ? words.youInside : words.you;
  };
}
