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

/** What a user or the admin token is called outside of sentences; the reader is `You`. */
export function useWho(): (id: string, email: string | undefined) => string {
  const { person } = useSession().session;
  const { parts: words } = useMessages();
  return (id, email) => (id === person.id ? words.you : textOf(id, email));
}
