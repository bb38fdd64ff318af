import { adminMethods, words } from 'virtual:contract';
import type { MethodName } from '../../api.ts';

/** Lists that a screen shows. */
const AT_HOME: ReadonlySet<string> = new Set<MethodName>([
  'listApprovals',
  'listChanges',
  'listCodes',
  'listConsoleSessions',
  'listCredentials',
  'listDevices',
  'listEvents',
  'listHolders',
  'listHolds',
  'listKeys',
  'listNotifications',
  'listOAuthClients',
  'listOAuthKeys',
  'listProofings',
  'listPublishers',
  'listRefusedRequests',
  'listSilentDevices',
  'listStatusLists',
  'listUserPasskeys',
  'listUsers',
]);

const named = Object.keys(words) as MethodName[];

/** Lists without a screen of their own: a new one is shown before anybody has made a screen for it. */
export const OTHER_LISTS: readonly MethodName[] = named.filter(
  (name) => words[name]?.rows !== undefined && !AT_HOME.has(name),
);

/** `Spent codes`, for the list with the summary `List spent codes`. */
export const titleOf = (name: MethodName): string => adminMethods[name].summary.replace(/^List /, '');

/** The actions on one of the rows of a list, which are about the same resource. */
export const actionsOn = (list: MethodName): readonly MethodName[] =>
  named.filter(
    (name) =>
      words[name]?.name !== undefined &&
      words[name].noun === words[list]?.noun &&
      adminMethods[name].http[1].includes('/{id}'),
  );
