import { type Catalogue, chosenCases, describeCase } from '../../conformance/catalogue.ts';
import { ISSUER_CATALOGUE } from '../../conformance/issuer/catalogue.ts';
import { MEDIATION_CATALOGUE } from '../../conformance/mediation/catalogue.ts';
import { VCI_CATALOGUE } from '../../conformance/openid4vci/catalogue.ts';
import { type KnownFailures, readKnownFailures } from '../../conformance/report/known-failures.ts';
import { UsageError } from '../cli-errors.ts';
import { readOptionFile } from '../options.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';
import type { ConformanceOptions } from './options.ts';

/** What the command lists and checks names against. */
type Described = Pick<Catalogue<never>, 'name' | 'clauses' | 'cases'>;

const CATALOGUES: Readonly<Record<ConformanceOptions['interface'], Described>> = {
  issuer: ISSUER_CATALOGUE,
  mediation: MEDIATION_CATALOGUE,
  openid4vci: VCI_CATALOGUE,
};

const catalogueOf = (options: ConformanceOptions): Described => CATALOGUES[options.interface];

export function list(options: ConformanceOptions): void {
  const catalogue = catalogueOf(options);
  const cases = chosenCases(catalogue, options.profile, options.only).map((one) =>
    describeCase(catalogue, one),
  );
  print({ cases }, options, () =>
    table(
      ['case', 'level', 'needs', 'what a correct server does'],
      cases.map(({ id, level, needs, title }) => [id, level, needs.join(', '), title]),
      { wide: options.wide, cut: ['what a correct server does'], wrap: true },
    ),
  );
}

/** @throws UsageError */
export function knownIn(path: string, options: ConformanceOptions): KnownFailures {
  const ids = new Set(catalogueOf(options).cases.map(({ id }) => id));
  const text = readOptionFile('--known-failures', path);
  try {
    return readKnownFailures(text, ids);
  } catch (error) {
    throw new UsageError(`--known-failures: ${(error as Error).message}`);
  }
}
