import { ADMIN_TOKEN, accountName } from '../../../src/admin/contract/audit-log/email-name.ts';
import { upperFirst } from '../../../src/conventions/upper-first.ts';
import { shownId } from '../kit/shown-id.ts';
import { useMessages } from '../messages/index.ts';
import { useSession } from './session.tsx';

const domainOf = (email = '') => email.slice(email.lastIndexOf('@'));

/** `Ivy`. Within a domain an address has one owner; from another domain, another Ivy may come: `Ivy (ivy@example.org)`. */
function textOf(id: string, email: string | undefined, reader: string | undefined): string {
  const name = accountName(id, email) ?? shownId(id);
  const isClear = email === undefined || name === email || domainOf(email) === domainOf(reader);
  return isClear ? name : `${name} (${email})`;
}

type Who = (id: string, email: string | undefined, place?: 'inside') => string;

/** What a user or the admin token is called at the start; the reader is `You`, and inside of a sentence `you`. */
export function useWho(): Who {
  const { person } = useSession().session;
  const { common } = useMessages();
  return (id, email, place) => {
    if (id === person.id) return place === 'inside' ? common.youInside : common.you;
    const text = textOf(id, email, person.email);
    if (id !== ADMIN_TOKEN) return text;
    return common.word(place === 'inside' ? text : upperFirst(text));
  };
}
