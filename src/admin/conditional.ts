import { checkIfMatch } from '../conventions/etag.ts';
import { invalidMember } from '../conventions/refusal.ts';
import { type MethodName, methodNamed, takesValidateOnly } from './contract/index.ts';
import type { AdminDeps } from './operation/deps.ts';
import { rollingBack, type Store } from './operation/rolling-back.ts';
import { type Call, operationDeps, run, runOrAsk } from './second-person.ts';

/** The parts of the dependencies that have a store. */
const PARTS = ['log', 'issuer', 'accounts', 'mediation'] as const;
type Part = (typeof PARTS)[number];

const withStore = (deps: AdminDeps, part: Part, store: Store) =>
  ({ ...deps, [part]: { ...deps[part], store } }) as AdminDeps;

/** The dependencies with other stores; `change` makes the store of each part. */
const withStores = (deps: AdminDeps, change: (store: Store, part: Part) => Store): AdminDeps =>
  PARTS.reduce((changed, part) => {
    const store = deps[part]?.store;
    return store === undefined ? changed : withStore(changed, part, change(store, part));
  }, deps);

/**
 * The dependencies with stores of which the first write begins with a check; later ones see what the first one changed.
 * `check` gets stores inside of the transaction.
 */
function checking(deps: AdminDeps, check: (inside: AdminDeps) => Promise<void>): AdminDeps {
  let isChecked = false;
  return withStores(deps, (store, part) => ({
    ...store,
    async write(use) {
      const result = await store.write(async (writer) => {
        const read: Store['read'] = (see) => see(writer);
        if (!isChecked) await check(withStore(deps, part, { ...store, read, snapshot: read, write: read }));
        return use(writer);
      });
      isChecked = true;
      return result;
    },
  }));
}

/** The part of a request that is in the path of the method that reads the resource. */
function nameOf(reader: MethodName, request: Readonly<Record<string, unknown>>): object {
  const members = [...methodNamed(reader).http[1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(members.map((name) => [name, request[name]]));
}

/**
 * A method with conditions. With `ifMatch`, its transaction first reads the resource in the form that callers
 * see. With `validateOnly`, the transaction is rolled back, and no second person is asked.
 */
export async function runConditionally(deps: AdminDeps, call: Call): Promise<object> {
  const { conditions: { ifMatch, validateOnly } = {}, ...caller } = call.caller;
  const { name, request, waiting } = call;
  if (validateOnly && !takesValidateOnly(name))
    throw invalidMember('REQUEST_INVALID', 'validateOnly', 'is not known here');
  let own = deps;
  if (ifMatch !== undefined) {
    const reader = methodNamed(name).etagOf as MethodName | undefined;
    if (reader === undefined)
      throw invalidMember('REQUEST_INVALID', 'If-Match', 'does not apply to this method');
    const resource = nameOf(reader, request as Readonly<Record<string, unknown>>);
    /** @throws StatusError CONDITION_NOT_MET */
    const requireTag = async (inside: AdminDeps) => {
      const view = await run(operationDeps(inside), { name: reader, request: resource, caller });
      checkIfMatch(ifMatch, (view as { readonly etag?: string }).etag);
    };
    // A request that waits for a second person changes nothing yet.
    if (waiting.has(name)) await requireTag(deps);
    own = checking(deps, requireTag);
  }
  if (validateOnly) own = withStores(own, rollingBack);
  return runOrAsk(operationDeps(own), { ...call, caller, waiting: validateOnly ? new Set() : waiting });
}
