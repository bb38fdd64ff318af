import { checkIfMatch, type EntityTags } from '../conventions/etag.ts';
import { invalidArgument } from '../conventions/refusal.ts';
import type { AdminDeps } from './deps.ts';
import { forgetting, type Store } from './forgetting.ts';
import type { Caller, Conditions } from './operation.ts';
import { isGuarded, type MethodName, methodNamed, takesValidateOnly } from './registry.ts';

/** A method without the types of its own request and answer. */
export type AnyCall = (request: never, caller: Caller) => Promise<object>;
export type AnyCalls = Readonly<Record<MethodName, AnyCall>>;

/** A store that runs a check at the start of each write. */
function checking<S extends Store>(store: S, check: (inside: S) => Promise<void>): S {
  const write: Store['write'] = (use) =>
    store.write(async (writer) => {
      const look: Store['read'] = (see) => see(writer);
      await check({ ...store, read: look, snapshot: look, write: look });
      return use(writer);
    });
  return { ...store, write };
}

type Panel = 'issuer' | 'accounts' | 'mediation';

/** The dependencies with other stores; `change` makes the store of each panel. */
function withStores(deps: AdminDeps, panels: readonly Panel[], change: <S extends Store>(store: S) => S) {
  const changed = panels.map((panel) => [panel, { ...deps[panel], store: change(deps[panel].store) }]);
  return { ...deps, ...Object.fromEntries(changed) } as AdminDeps;
}

/** For methods that read a resource outside of the issuer panel: the panel that stores it. */
const PANEL_OF: Readonly<Record<string, Panel>> = { getUser: 'accounts', getOAuthClient: 'accounts' };

/** The part of a request that is in the path of the method that reads the resource. */
function nameOf(reader: MethodName, request: Readonly<Record<string, unknown>>): never {
  const members = [...methodNamed(reader).http[1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(members.map((name) => [name, request[name]])) as never;
}

type Make = (deps: AdminDeps) => AnyCalls;

/** Requires that the resource has one of the tags. @throws StatusError CONDITION_NOT_MET */
async function requireTag(
  calls: AnyCalls,
  reader: MethodName,
  tags: EntityTags,
  request: never,
  caller: Caller,
) {
  const { etag } = (await calls[reader](nameOf(reader, request), caller)) as { readonly etag?: string };
  checkIfMatch(tags, etag);
}

function refuse(field: string, description: string): never {
  throw invalidArgument('REQUEST_INVALID', `${field} ${description}`, [{ field, description }]);
}

/**
 * A method with conditions. With `ifMatch`, its transaction first reads the resource in the form that callers
 * see. With `validateOnly`, the transaction is rolled back. `make` makes the methods on other stores.
 */
export function conditional(deps: AdminDeps, make: Make, name: MethodName): AnyCall {
  return async (request, { conditions = {}, ...caller }) => {
    const { ifMatch, validateOnly } = conditions satisfies Conditions;
    const reader = methodNamed(name).etagOf as MethodName | undefined;
    if (validateOnly && !takesValidateOnly(name)) refuse('validateOnly', 'is not known here');
    let own = deps;
    if (ifMatch !== undefined) {
      if (reader === undefined) return refuse('If-Match', 'does not apply to this method');
      // A request that waits for a second person changes nothing yet.
      if (isGuarded(name)) await requireTag(make(own), reader, ifMatch, request, caller);
      const panel = PANEL_OF[reader] ?? 'issuer';
      own = withStores(own, [panel], (store) =>
        checking(store, async (inside) => {
          const within = { ...deps, [panel]: { ...deps[panel], store: inside } } as AdminDeps;
          await requireTag(make(within), reader, ifMatch, request, caller);
        }),
      );
    }
    if (validateOnly) own = withStores(own, ['issuer', 'accounts', 'mediation'], forgetting);
    return make(validateOnly ? { ...own, policy: { ...own.policy, secondPerson: [] } } : own)[name](
      request,
      caller,
    );
  };
}
