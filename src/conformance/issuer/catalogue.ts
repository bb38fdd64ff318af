import { ISSUER_CLAUSES } from '../../issuer/contract/clauses/index.ts';
import type { Catalogue } from '../catalogue.ts';
import type { IssuerBench } from './bench.ts';
import { CONNECTIVITY_CASES } from './cases/connectivity-cases.ts';
import { CONTRACT_CASES } from './cases/contract-cases.ts';
import { CREDENTIAL_CASES } from './cases/credential-cases.ts';
import { DEVICE_CASES } from './cases/device-cases.ts';
import { ERROR_CASES } from './cases/error-cases.ts';
import { FAULT_CASES } from './cases/fault-cases.ts';
import { CLOCK_CASES, ISSUER_ACTION_CASES, ROTATION_CASES } from './cases/issuer-action-cases.ts';
import { DECISION_CASES, PROOFING_CASES } from './cases/proofing-cases.ts';

/** Cases that change the keys or the clock of the issuer come last. */
export const ISSUER_CATALOGUE: Catalogue<IssuerBench> = {
  name: 'issuer',
  clauses: ISSUER_CLAUSES,
  cases: [
    ...CONNECTIVITY_CASES,
    ...ERROR_CASES,
    ...CONTRACT_CASES,
    ...DEVICE_CASES,
    ...PROOFING_CASES,
    ...CREDENTIAL_CASES,
    ...FAULT_CASES,
    ...DECISION_CASES,
    ...ISSUER_ACTION_CASES,
    ...ROTATION_CASES,
    ...CLOCK_CASES,
  ],
};
