import { MEDIATION_CLAUSES } from '../../mediation/contract/clauses.ts';
import type { Case } from '../case.ts';
import type { Catalogue } from '../catalogue.ts';
import type { MediationBench } from './bench.ts';
import { EXPERIMENT_CASES } from './cases/experiment-cases.ts';
import { GROUP_CASES } from './cases/group-cases.ts';
import { MASK_CASES } from './cases/mask-cases.ts';
import { PATCH_CASES } from './cases/patch-cases.ts';
import { READ_CASES } from './cases/read-cases.ts';

/** Only the cases about callers without a valid token can run without one. */
function withCaller(one: Case<MediationBench>): Case<MediationBench> {
  if (one.clause === 'authentication') return one;
  return { ...one, needs: ['caller credentials', ...(one.needs ?? [])] };
}

export const MEDIATION_CATALOGUE: Catalogue<MediationBench> = {
  name: 'mediation',
  clauses: MEDIATION_CLAUSES,
  cases: [...READ_CASES, ...GROUP_CASES, ...MASK_CASES, ...PATCH_CASES, ...EXPERIMENT_CASES].map(withCaller),
};
