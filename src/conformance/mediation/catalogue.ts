import { MEDIATION_CLAUSES } from '../../mediation/contract/clauses.ts';
import type { Catalogue } from '../catalogue.ts';
import type { MediationBench } from './bench.ts';
import { READ_CASES } from './cases/read-cases.ts';
import { WRITE_CASES } from './cases/write-cases.ts';

export const MEDIATION_CATALOGUE: Catalogue<MediationBench> = {
  name: 'mediation',
  clauses: MEDIATION_CLAUSES,
  cases: [...READ_CASES, ...WRITE_CASES],
};
