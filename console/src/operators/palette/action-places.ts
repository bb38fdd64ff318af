import type { MethodName } from '../../../../src/admin/contract/index.ts';
import {
  type Holder,
  type HolderDialog,
  isOffered as isOfferedOn,
} from '../screens/holders/holder-offers.ts';
import { isOffered, type User, type UserAction } from '../screens/users/user-offers.ts';

/** What is found and can be acted on. */
export type ActsOn = 'holder' | 'credential' | 'proofing' | 'user' | 'oauthClient';

type Row = Readonly<Record<string, unknown>>;

export interface ActionPlace {
  /** The page that has it. */
  readonly to?: string;
  /** It is on the page of one of these. */
  readonly of?: ActsOn;
  readonly search?: object;
  /** What opens there; without it a person goes on by hand. */
  readonly dialog?: string;
  /** Whether it can be done with the one that was found, by the person with this id. */
  readonly when?: (row: Row, by: string) => boolean;
}

const isActive = ({ state }: Row) => state === 'active';
const isLive = ({ state }: Row) => state === 'active' || state === 'provisionPending';
const waits = ({ state }: Row) => state === 'pending' || state === 'challenged';
const onHolder = <Name extends HolderDialog>(dialog: Name) => ({
  of: 'holder' as const,
  dialog,
  when: (row: Row) => isOfferedOn(dialog, row as unknown as Holder),
});
const SEAL = { to: '/keys', search: { tab: 'seal' } };
const ON_USER = { of: 'user' } as const;
const onUser = <Name extends UserAction>(dialog: Name) => ({
  ...ON_USER,
  dialog,
  when: (row: Row, by: string) => isOffered(dialog, row as unknown as User, by),
});

/** Where each action of the console is, by the method that it calls. */
export const ACTIONS = {
  importHolders: { to: '/holders/import' },
  issueCode: onHolder('issue'),
  refreshHolder: onHolder('refresh'),
  revokeCode: { of: 'holder', search: { tab: 'codes' } },
  revokeHolder: onHolder('revoke'),
  eraseHolder: onHolder('erase'),
  placeHold: { to: '/holds', dialog: 'place' },
  liftHold: { to: '/holds' },
  claimNextProofing: { to: '/reviews' },
  acceptProofing: { of: 'proofing', when: waits },
  rejectProofing: { of: 'proofing', when: waits },
  challengeProofing: { of: 'proofing', when: ({ state }) => state === 'pending' },
  resumeProofing: { of: 'proofing', when: ({ state }) => state === 'challenged' },
  revokeProofing: { of: 'proofing', dialog: 'revoke', when: ({ state }) => state === 'accepted' },
  revokeCredential: { of: 'credential', dialog: 'revoke', when: isLive },
  requireAction: {
    of: 'credential',
    dialog: 'require',
    when: (row) => isActive(row) && row.userActionRequired === undefined,
  },
  clearAction: {
    of: 'credential',
    dialog: 'clear',
    when: (row) => isLive(row) && row.userActionRequired !== undefined,
  },
  releaseDevice: { to: '/devices', search: { tab: 'silent' } },
  replayNotifications: { to: '/notifications', dialog: 'all' },
  publishStatusLists: { to: '/status-lists', dialog: 'publish' },
  rotateKey: { to: '/keys', dialog: 'rotate' },
  requestKey: { to: '/keys', dialog: 'request' },
  importKey: { to: '/keys', dialog: 'import' },
  discardKey: { to: '/keys' },
  compromiseKey: { to: '/keys' },
  listKeys: { to: '/keys' },
  signSpecimen: { to: '/keys', dialog: 'specimen' },
  rotateSealKey: { ...SEAL, dialog: 'rotate' },
  resetSeals: { ...SEAL, dialog: 'reset' },
  rotateOAuthKeys: { to: '/keys', search: { tab: 'tokens' }, dialog: 'rotate' },
  listEvents: { to: '/audit-log', dialog: 'verify' },
  exportEvents: { to: '/audit-log', dialog: 'export' },
  approveApproval: { to: '/approvals' },
  refuseApproval: { to: '/approvals' },
  inviteUser: { to: '/users', dialog: 'invite' },
  inviteUserAgain: onUser('inviteUserAgain'),
  setUserRole: onUser('setUserRole'),
  changeUserPublishers: onUser('changeUserPublishers'),
  enableUser: onUser('enableUser'),
  disableUser: onUser('disableUser'),
  deleteUser: onUser('deleteUser'),
  resetUserPasskeys: onUser('resetUserPasskeys'),
  signOutUser: onUser('signOutUser'),
  endConsoleSession: ON_USER,
  createOAuthClient: { to: '/clients', dialog: 'client' },
  changeOAuthClient: { of: 'oauthClient', dialog: 'change' },
  resetOAuthClientSecret: { of: 'oauthClient', dialog: 'reset', when: (row) => row.public === false },
  deleteOAuthClient: { of: 'oauthClient', dialog: 'delete' },
  issueToken: { to: '/clients', dialog: 'token' },
  createPublisher: { to: '/publishers', dialog: 'create' },
  reloadCatalogue: { to: '/publishers', search: { tab: 'catalogue' } },
} as const satisfies { readonly [Name in MethodName]?: ActionPlace };

export type ActionName = keyof typeof ACTIONS;
