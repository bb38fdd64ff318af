import { invalidArgument, StatusError, shown } from '../conventions/index.ts';
import { type MethodName, type Scope, scopesOf } from './contract/index.ts';
import { isPublisherId } from './names.ts';

/** The caller, as the access token describes it. */
export interface Caller {
  /** The subject of the token, which the audit log records. */
  readonly subject: string;
  /** Publishers whose settings the caller may see and change: `pub-…`. */
  readonly publishers: readonly string[];
  readonly scopes: readonly Scope[];
}

const insufficientScope = () =>
  new StatusError('ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'Request had insufficient authentication scopes.');

const otherPublisher = () => new StatusError('PERMISSION_DENIED', 'The caller does not have permission.');

/**
 * The account in the path of a call; undefined for the list of accounts. Throws INVALID_ARGUMENT if the text
 * cannot be an account.
 */
export function accountOf({ accountsId }: CallPath): string | undefined {
  if (accountsId === undefined || isPublisherId(accountsId)) return accountsId;
  const text = `Invalid account information in request url: 'accounts/${shown(accountsId)}'`;
  throw invalidArgument('INVALID_ACCOUNT', text, [], {
    metadata: { account: `accounts/${shown(accountsId)}` },
  });
}

/**
 * Checks whether the caller may call the method on the account in the path. It runs before the rest of the
 * request is read, and does not check whether the account exists. Throws PERMISSION_DENIED, or
 * INVALID_ARGUMENT if the text cannot be an account.
 */
export function checkAccess(name: MethodName, path: CallPath, caller: Caller): void {
  if (!scopesOf(name).some((scope) => caller.scopes.includes(scope))) throw insufficientScope();
  const account = accountOf(path);
  if (account !== undefined && !caller.publishers.includes(account)) throw otherPublisher();
}

/** The parameters of a method's `flatPath`, decoded. */
export interface CallPath {
  readonly accountsId?: string;
  readonly appsId?: string;
  readonly servingKeysId?: string;
  readonly adSourcesId?: string;
  readonly adUnitsId?: string;
  readonly mediationGroupsId?: string;
  readonly mediationAbExperimentsId?: string;
}
