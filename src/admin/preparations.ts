import { prepareResetSeals } from './audit-log/reset-seals.ts';
import { prepareRotateSealKey } from './audit-log/rotate-seal-key.ts';
import { prepareIssueCode } from './codes/issue-code.ts';
import { prepareRevokeCredential } from './credentials/revoke-credential.ts';
import type { AdminDeps } from './deps.ts';
import { prepareForHolder } from './holders/holder.ts';
import { prepareImportHolders } from './holders/import-holders.ts';
import { prepareDiscardKey } from './keys/discard-key.ts';
import { prepareImportKey } from './keys/import-key.ts';
import { prepareRotateKey } from './keys/rotate-key.ts';
import type { Preparation } from './operation.ts';
import type { GuardedName } from './registry.ts';
import { prepareSetUserRole } from './users/set-user-role.ts';
import { withUserId } from './users/user.ts';

export type Preparations = { readonly [Name in GuardedName]: Preparation<Name> };

/** How a request for each method is checked before it waits for a second person. */
export function preparations({ issuer, keys, accounts }: AdminDeps): Preparations {
  return {
    importHolders: prepareImportHolders(issuer),
    revokeHolder: prepareForHolder(issuer),
    eraseHolder: prepareForHolder(issuer),
    issueCode: prepareIssueCode(issuer),
    revokeCredential: prepareRevokeCredential(issuer),
    rotateSealKey: prepareRotateSealKey(issuer),
    resetSeals: prepareResetSeals(issuer),
    rotateKey: prepareRotateKey(keys),
    importKey: prepareImportKey(keys),
    discardKey: prepareDiscardKey(keys),
    setUserRole: prepareSetUserRole(accounts),
    enableUser: withUserId(accounts),
    rotateOAuthKeys: async (request) => request,
  };
}
