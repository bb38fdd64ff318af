import type { GuardedName } from '../index.ts';

/** The requested actions, as they are called also when their arguments are erased. */
export const APPROVAL_ACTIONS = {
  importHolders: 'Import holders',
  revokeHolder: 'Revoke a holder',
  eraseHolder: 'Erase a holder',
  placeHold: 'Place a legal hold',
  releaseDevice: 'Release a silent device',
  liftHold: 'Lift a legal hold',
  issueCode: 'Issue a code',
  revokeCredential: 'Revoke a credential',
  rotateSealKey: 'Change the key of the seals',
  resetSeals: 'Restart the seals',
  publishStatusLists: 'Publish the status lists',
  rotateKey: 'Rotate a key',
  rotateMasterKey: 'Change the master key of the records',
  importKey: 'Import a certificate',
  discardKey: 'Discard a key',
  compromiseKey: 'Stop using a compromised key',
  setUserRole: 'Change the role of a user',
  enableUser: 'Enable a user',
  disableUser: 'Disable a user',
  deleteUser: 'Delete a user',
  refreshHolder: 'Fetch a record again',
  resetUserPasskeys: 'Remove all passkeys of a user',
  rotateOAuthKeys: 'Rotate the token keys',
} as const satisfies Readonly<Record<GuardedName, string>>;
