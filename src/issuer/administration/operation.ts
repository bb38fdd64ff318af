import type { IssuerDeps } from '../deps.ts';
import type { Actor } from '../ports/entities.ts';
import type { AdminMethodName, AdminRequest, AdminResponse } from './contract.ts';

/** An operation of the admin interface; the actor says by which request a change came. */
export type AdminOperation<Name extends AdminMethodName, Needs extends keyof IssuerDeps = never> = (
  deps: Pick<IssuerDeps, Needs>,
) => (request: AdminRequest<Name>, actor: Actor) => Promise<AdminResponse<Name>>;
