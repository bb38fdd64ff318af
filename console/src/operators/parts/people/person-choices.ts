import { hasWords } from '../../../../../src/conventions/has-words.ts';
import type { Choice } from '../../../kit/choice-box.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useKnownNames } from './known-names.ts';
import { typedPerson, withoutPart } from './typed-person.ts';
import { useFindPerson } from './use-find-person.ts';

/** Choices of one group; a person reads no more. */
export const MOST_CHOICES = 8;

/** People for what is typed: by the names that this console has shown, or by name and date of birth. */
export function usePersonChoices(onChoose: (holderId: string) => void): (text: string) => readonly Choice[] {
  const { parts: words } = useMessages();
  const names = useKnownNames();
  const find = useFindPerson(onChoose);
  return (text) => {
    const shown = [...names].flatMap(([id, name]) =>
      name !== undefined && hasWords(name, withoutPart(text)) ? [{ id, name }] : [],
    );
    const person = typedPerson(text);
    return [
      ...shown.slice(0, MOST_CHOICES).map(({ id, name }) => ({
        key: `person ${id}`,
        group: words.person,
        text: name,
        more: id,
        run: () => onChoose(id),
      })),
      ...(find && person && person.birthDate !== ''
        ? [
            {
              key: 'person find',
              group: words.person,
              text: words.findPerson(text),
              run: () => void find(person),
            },
          ]
        : []),
    ];
  };
}
