import { waitingMethods } from './access/second-person.ts';
import { runConditionally } from './conditional.ts';
import {
  type AdminRequest,
  type AdminResponse,
  changes,
  type GuardedName,
  type MethodName,
  methodsOf,
} from './contract/index.ts';
import type { Caller } from './operation/caller.ts';
import type { AdminDeps } from './operation/deps.ts';
import { operationDeps, type PendingApproval, runOrAsk } from './second-person.ts';

/** A method of the admin interface, ready to be called. */
export type AdminCall<Name extends MethodName> = (
  request: AdminRequest<Name>,
  caller: Caller,
) => Promise<AdminResponse<Name> | (Name extends GuardedName ? PendingApproval : never)>;

/** Every method of the admin interface. Those of a panel that is off are absent, and nothing else of it calls them. */
export type Administration = { readonly [Name in MethodName]: AdminCall<Name> };

/** The admin interface. Methods that the settings name wait for a second person; changes may have conditions. */
export function administration(deps: AdminDeps): Administration {
  const waiting = waitingMethods(deps.policy.secondPerson);
  const plain = operationDeps(deps);
  const calls = methodsOf(deps.panels).map((name) => [
    name,
    (request: unknown, caller: Caller) =>
      caller.conditions && changes(name)
        ? runConditionally(deps, { waiting, name, request, caller })
        : runOrAsk(plain, { waiting, name, request, caller }),
  ]);
  return Object.fromEntries(calls) as Administration;
}
