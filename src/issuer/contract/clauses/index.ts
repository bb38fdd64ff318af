import { clausesOf } from '../../../conventions/clauses.ts';
import { CREDENTIAL_CLAUSES } from './credential-clauses.ts';
import { DEVICE_CLAUSES } from './device-clauses.ts';
import { OPEN_POINTS } from './open-points.ts';
import { REQUEST_CLAUSES } from './request-clauses.ts';

/** The sentences of the specification of the issuer interface that a server can be tested against. */
export const ISSUER_CLAUSES = clausesOf([
  ...REQUEST_CLAUSES,
  ...CREDENTIAL_CLAUSES,
  ...DEVICE_CLAUSES,
  ...OPEN_POINTS,
]);
