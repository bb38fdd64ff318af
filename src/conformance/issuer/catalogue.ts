import { ISSUER_CLAUSES } from '../../issuer/contract/clauses.ts';
import type { Catalogue } from '../catalogue.ts';
import type { IssuerBench } from './bench.ts';
import { CONNECTIVITY_CASES } from './cases/connectivity-cases.ts';
import { CONTRACT_CASES } from './cases/contract-cases.ts';
import { FAULT_CASES } from './cases/fault-cases.ts';

/** Cases that change the keys or the clock of the issuer come last. */
export const ISSUER_CATALOGUE: Catalogue<IssuerBench> = {
  name: 'issuer',
  clauses: ISSUER_CLAUSES,
  cases: [...CONNECTIVITY_CASES, ...CONTRACT_CASES, ...FAULT_CASES],
};
