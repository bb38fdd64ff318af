import { emailName } from '../../../../../src/admin/contract/audit-log/email-name.ts';
import { authorName } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { useSession } from '../../../frame/session.tsx';
import { shownId } from '../../../kit/shown-id.ts';
import { useMessages } from '../../../messages/index.ts';

const domainOf = (email = '') => email.slice(email.lastIndexOf('@'));

/** `Ivy`. Within a domain an address has one owner; from another domain, another Ivy may come: `Ivy (ivy@example.org)`. */
function textOf(id: string, email: string | undefined, reader: string | undefined): string {
  if (email === undefined) return authorName({ actor: 'operator', operatorId: id }, { id: shownId });
  const name = emailName(email);
  return name === email || domainOf(email) === domainOf(reader) ? name : `${name} (${email})`;
}

type Who = (id: string, email: string | undefined, place?: 'inside') => string;

/** What a user or the admin token is called at the start; the reader is `You`, and inside of a sentence `you`. */
export function useWho(): Who {
  const { person } = useSession().session;
  const { parts: words } = useMessages();
  return (id, email, place) => {
    if (id !== person.id) return textOf(id, email, person.email);
    return place === 'inside' ? words.youInside : words.you;
  };
}
