import { hash } from 'node:crypto';
import { type Case, type Clause, profileOf } from './case.ts';

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
