import { Abandoned } from '../../../frame/abandoned.ts';
import { useSession } from '../../../frame/session.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin, useMayCall } from '../../api.ts';
import type { typedPerson } from './typed-person.ts';

type Person = NonNullable<ReturnType<typeof typedPerson>>;

/** Finds a person by name and date of birth, which go into the body of a request; undefined for those who may not search. */
export function useFindPerson(onFound: (id: string) => void) {
  const { parts: words, common } = useMessages();
  const { guarded } = useSession();
  const may = useMayCall()('searchHolders');
  const say = useSay();
  if (!may) return undefined;
  return async ({ familyName, givenName, birthDate }: Person): Promise<void> => {
    const request = { familyName, birthDate, ...(givenName !== '' && { givenName }) };
    try {
      const { holders } = await guarded(() => admin('searchHolders', request));
      const [only, other] = holders;
      if (only && !other) onFound(only.id);
      else say(other ? words.severalPeople : words.noPerson);
    } catch (error) {
      if (!(error instanceof Abandoned)) say(common.errorTitle);
    }
  };
}
