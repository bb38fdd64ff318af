import { leftToOnePerson, tooFewPeople } from '../config/one-person.ts';
import { type Check, type Finding, ok, orOk, warning } from './finding.ts';

/** What takes two people, and whether there are two. In a sandbox one person is enough. */
export const people: Check = async ({ settings, database }) => {
  const found: Finding[] = [];
  const left = leftToOnePerson(settings);
  if (left) found.push(settings.profile === 'production' ? warning(left.text, left.remedy) : ok(left.text));
  if (settings.admin.secondPerson.length > 0) {
    const few = tooFewPeople(settings, (await database?.administrators()) ?? 0);
    if (few) found.push(warning(few.text, few.remedy));
  }
  return orOk(found, 'everything that can wait for a second person does');
};
