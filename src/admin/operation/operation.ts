import type { Static } from 'typebox';
import type { GuardedEvent } from '../contract/effects.ts';
import type { AdminMethod } from '../contract/method.ts';
import type { Caller } from './caller.ts';
import type { OperationDeps } from './deps.ts';

/**
 * What is stored until a second person decides: the request, with ids in place of names. For a request that must be sent
 * again, only what is needed to recognize it.
 */
type Stored<Contract extends AdminMethod> = Contract extends { readonly whenApproved: 'sentAgain' }
  ? object
  : Static<Contract['request']>;

/** Whether the method has an effect that can need a second person. */
type IsGuarded<Contract extends AdminMethod> = Contract extends {
  readonly audit: readonly (infer Event)[];
}
  ? Extract<Event, GuardedEvent> extends never
    ? false
    : true
  : false;

/** What an operation does, beside its contract. */
interface Parts<Contract extends AdminMethod, Deps> {
  /** The part of the dependencies that the operation uses. */
  needs(deps: OperationDeps): Deps;
  /**
   * Makes the checks of the method before its request waits for a second person, and changes nothing. Returns
   * what to store; undefined if the request would change nothing and so need not wait. @throws StatusError
   */
  prepare?(deps: Deps, request: Static<Contract['request']>): Promise<Stored<Contract> | undefined>;
  run(
    deps: Deps,
    request: Static<Contract['request']>,
    caller: Caller,
  ): Promise<Static<Contract['response']>>;
}

/** A method of the admin interface: its contract, what it needs, how it prepares and how it runs. */
export interface Operation<Contract extends AdminMethod, Deps = unknown> extends Parts<Contract, Deps> {
  readonly contract: Contract;
}

/** A method that can need a second person says how it prepares. */
type Prepared<Contract extends AdminMethod, Deps> =
  IsGuarded<Contract> extends true ? Required<Parts<Contract, Deps>> : Omit<Parts<Contract, Deps>, 'prepare'>;

export function operation<const Contract extends AdminMethod, Deps>(
  contract: Contract,
  parts: Prepared<Contract, Deps>,
): Operation<Contract, Deps> {
  return { contract, ...parts } as Operation<Contract, Deps>;
}

function on<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('a method of a panel that is off was called');
  return part;
}

/** The parts of the dependencies that most operations need. */
export const log = (deps: OperationDeps) => deps.log;
export const issuer = (deps: OperationDeps) => on(deps.issuer);
export const keys = (deps: OperationDeps) => on(deps.keys);
export const accounts = (deps: OperationDeps) => deps.accounts;
export const mediation = (deps: OperationDeps) => on(deps.mediation);
export const catalogue = (deps: OperationDeps) => on(deps.catalogue);
export const configuration = (deps: OperationDeps) => deps.configuration;
