import { dangersOf } from '../config/danger.ts';
import { SettingsError } from '../config/load.ts';
import { catalogueFile } from '../files/catalogue.ts';
import { issuerPolicy } from '../issuer-policy.ts';
import { type Check, type Finding, failureOf, orOk, type Subject } from './finding.ts';

/** Files that the settings name, read as a start would read them. */
const READINGS: readonly ((subject: Subject) => unknown)[] = [
  ({ settings }) => issuerPolicy(settings),
  ({ settings, now }) => catalogueFile(settings.mediation.catalogue, () => now),
];

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** What a start would refuse. */
export const configuration: Check = (subject) => {
  const problems = [
    ...dangersOf(subject.settings),
    ...READINGS.flatMap((read) => problemsOf(() => read(subject))),
  ];
  const found: Finding[] = [...new Set(problems)].map(failureOf);
  return orOk(found, `nothing stands against a start with the profile ${subject.settings.profile}`);
};
