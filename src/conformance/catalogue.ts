import { hash } from 'node:crypto';
import type { Clause } from '../conventions/clauses.ts';
import { type Case, isIn, type Profile, profileOf } from './case.ts';

/** The cases for one interface, with the clauses that they refer to. */
export interface Catalogue<Bench> {
  readonly name: string;
  readonly clauses: Readonly<Record<string, Clause>>;
  readonly cases: readonly Case<Bench>[];
}

/** Everything about a case except how it is run. */
export function describeCase<Bench>({ clauses }: Catalogue<Bench>, one: Case<Bench>) {
  const { id, clause, title, needs = [] } = one;
  const { section, level } = clauses[clause]!;
  return { id, clause, section, level, title, profile: profileOf(one), needs };
}

/** Tells whether two reports are about the same cases. */
export function digestOf<Bench>(catalogue: Catalogue<Bench>): string {
  const rows = catalogue.cases.map((one) => describeCase(catalogue, one));
  return hash('sha256', JSON.stringify([catalogue.clauses, rows]));
}

/**
 * The cases of a profile, or those of them that the names choose: by id, otherwise by clause or by the beginning
 * of the id.
 */
export function chosenCases<Bench>(
  { cases }: Catalogue<Bench>,
  profile: Profile,
  names: readonly string[] | undefined,
): readonly Case<Bench>[] {
  const ids = new Set(cases.map(({ id }) => id));
  const isNamed = ({ id, clause }: Case<Bench>) =>
    names === undefined ||
    names.some((name) => (ids.has(name) ? name === id : name === clause || id.startsWith(`${name}.`)));
  return cases.filter((one) => isIn(profile, one) && isNamed(one));
}
