import type { Inspection } from '../../storage/inspection.ts';
import { SettingsError } from '../config/load-settings.ts';
import { countedTwice, onePersonPowers, tooFewPeople } from '../config/one-person-powers.ts';
import { isOfPanels } from '../config/panel-parts.ts';
import { dangersOf } from '../config/unsafe-settings.ts';
import { checkAnchorFiles } from '../context/anchors.ts';
import { catalogueFile } from '../files/catalogue.ts';
import { EMPTY_RATES_REMEDY, emptyRates, ratesFile } from '../files/rates.ts';
import { issuerPolicy } from '../issuer/issuer-policy.ts';
import { type Check, type Finding, failureOf, ok, orOk, type Subject, warning } from './findings.ts';

/** Readers of the files that the settings name, in the same way as at a start. */
const READINGS: readonly (readonly [about: string, read: (subject: Subject) => unknown])[] = [
  ['issuer.policy', ({ settings }) => issuerPolicy(settings)],
  ['audit.anchors', ({ settings }) => checkAnchorFiles(settings)],
  ['mediation.catalogue', ({ settings, now }) => catalogueFile(settings.mediation.catalogue, () => now)],
  ['mediation.rates', ratesOf],
];

function ratesOf({ settings, now }: Subject) {
  const path = settings.mediation.rates;
  return path === undefined ? undefined : { path, rates: ratesFile(path, () => now)() };
}

/** A file of exchange rates that was begun and has none yet. @throws SettingsError */
function ratesWarning(subject: Subject): readonly Finding[] {
  const read = ratesOf(subject);
  const text = read && emptyRates(read.path, read.rates);
  return text === undefined ? [] : [warning(text, EMPTY_RATES_REMEDY)];
}

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** Problems that would prevent a start. */
export const configuration: Check = (subject) => {
  const { interfaces } = subject.settings;
  const readings = READINGS.filter(([about]) => isOfPanels(interfaces, 'settings', about));
  const problems = [
    ...dangersOf(subject.settings),
    ...readings.flatMap(([, read]) => problemsOf(() => read(subject))),
  ];
  const failures: Finding[] = [...new Set(problems)].map(failureOf);
  const findings =
    failures.length > 0 || !isOfPanels(interfaces, 'settings', 'mediation.rates')
      ? failures
      : ratesWarning(subject);
  return orOk(findings, `the settings allow a start with the profile ${subject.settings.profile}`);
};

interface PeopleSubject extends Pick<Subject, 'settings'> {
  readonly database?: Pick<Inspection, 'administrators'>;
}

/**
 * Which methods need a second person, and whether there are two administrators. A sandbox needs no second
 * person.
 */
export const people = async ({ settings, database }: PeopleSubject): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const left = onePersonPowers(settings);
  if (left)
    findings.push(settings.profile === 'production' ? warning(left.text, left.remedy) : ok(left.text));
  if (settings.admin.secondPerson.length > 0) {
    const few = tooFewPeople(settings, (await database?.administrators()) ?? []);
    for (const problem of [few, countedTwice(settings)])
      if (problem) findings.push(warning(problem.text, problem.remedy));
  }
  return orOk(findings, 'every method that can need a second person needs one');
};
