import type { MethodName } from '../../mediation/contract/index.ts';
import mediation from './mediation.json' with { type: 'json' };

/** A method of the mediation interface: what the client needs of the contract. */
export interface MediationOutline {
  readonly http: readonly ['GET' | 'POST' | 'PATCH', string];
  readonly kind: 'read' | 'write';
}

/** Without the schemas, as for the admin interface. */
export const MEDIATION_METHODS = mediation as unknown as Readonly<Record<MethodName, MediationOutline>>;
