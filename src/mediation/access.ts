import { invalidArgument, StatusError, shown } from '../conventions/index.ts';
import { type MethodName, type Scope, scopesOf } from './contract/index.ts';
import { isPublisherId } from './names.ts';

/** Who calls, as the credential says. */
export interface Caller {
  /** Stands in the audit trail. */
  readonly subject: string;
  /** Publishers whose settings the caller may see and change: `pub-…`. */
  readonly publishers: readonly string[];
  readonly scopes: readonly Scope[];
}

const insufficientScope = () =>
  new StatusError(
    'PERMISSION_DENIED',
    'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    'Request had insufficient authentication scopes.',
  );

const otherPublisher = () =>
  new StatusError('PERMISSION_DENIED', 'PERMISSION_DENIED', 'The caller does not have permission.');

/**
 * Whether the caller may call the method on the account of the path: before anything else of the request is read, and
 * without a look at what exists. Throws PERMISSION_DENIED, or INVALID_ARGUMENT for what cannot be an account.
 */
export function checkAccess(name: MethodName, { accountsId }: CallPath, caller: Caller): void {
  if (!scopesOf(name).some((scope) => caller.scopes.includes(scope))) throw insufficientScope();
  if (accountsId === undefined) return;
  if (!isPublisherId(accountsId)) {
    const text = `Invalid account information in request url: 'accounts/${shown(accountsId)}'`;
    throw invalidArgument('INVALID_ACCOUNT', text);
  }
  if (!caller.publishers.includes(accountsId)) throw otherPublisher();
}

/** The parameters of a method's `flatPath`, decoded. */
export interface CallPath {
  readonly accountsId?: string;
  readonly adSourcesId?: string;
  readonly adUnitsId?: string;
  readonly mediationGroupsId?: string;
  readonly mediationAbExperimentsId?: string;
}
