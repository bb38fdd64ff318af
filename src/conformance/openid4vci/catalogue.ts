import { VCI_CLAUSES } from '../../wallet/index.ts';
import type { Catalogue } from '../catalogue.ts';
import type { VciBench } from './bench.ts';
import { VCI_FAULT_CASES } from './cases/fault-cases.ts';
import { ISSUANCE_CASES } from './cases/issuance-cases.ts';
import { METADATA_CASES } from './cases/metadata-cases.ts';

/** Cases are named after the modules of the public test plans where one does the same. */
export const VCI_CATALOGUE: Catalogue<VciBench> = {
  name: 'openid4vci',
  clauses: VCI_CLAUSES,
  cases: [...METADATA_CASES, ...ISSUANCE_CASES, ...VCI_FAULT_CASES],
};
