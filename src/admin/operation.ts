import type { SealCustody } from '../audit/ports/seals.ts';
import type { IssuerDeps } from '../issuer/deps.ts';
import type { Actor } from '../issuer/model/index.ts';
import type { RequestLog } from '../issuer/ports/requests.ts';
import type { AdminMethodName, AdminRequest, AdminResponse } from './issuer-contract.ts';

/** What operators' methods may need; each takes the part that it uses. */
export interface AdministrationDeps extends IssuerDeps {
  readonly requests: RequestLog;
  /** Whether the wallet platform is told of changes. */
  readonly notifies: boolean;
  readonly sealCustody: SealCustody;
  /** Whether the configuration names the key of the seals. */
  readonly isSealKeySet: boolean;
}

/** An operation of the admin interface; the actor says by which request a change came. */
export type AdminOperation<Name extends AdminMethodName, Needs extends keyof AdministrationDeps = never> = (
  deps: Pick<AdministrationDeps, Needs>,
) => (request: AdminRequest<Name>, actor: Actor) => Promise<AdminResponse<Name>>;
