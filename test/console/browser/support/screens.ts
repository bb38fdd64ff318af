import type { Page } from 'playwright-core';
import { callAdmin } from '../../../../src/cli/admin/client.ts';
import { consolePage } from '../../support/console-http.ts';
import type { ConsoleName, ConsoleStage } from './stage.ts';

/** A screen of a console with the data of the demo. */
export interface Screen {
  readonly name: string;
  readonly console: ConsoleName;
  /** Its path below /console. */
  readonly path: string | ((stage: ConsoleStage) => Promise<string>);
  /** Text that appears when the screen is complete. */
  readonly shows: string | RegExp;
  /** Before anyone has signed in. */
  readonly isSignedOut?: true;
  /** Opens something on the screen, for a picture. */
  readonly act?: (page: Page) => Promise<void>;
}

const firstProofing = async ({ server }: ConsoleStage): Promise<string> => {
  const { proofings } = await callAdmin(server.operator, 'listProofings', {
    state: 'pending',
    orderBy: 'deadlineTime',
  });
  return `/reviews/${proofings[0]!.id}`;
};

const firstCredential = async ({ server }: ConsoleStage): Promise<string> => {
  const { credentials } = await callAdmin(server.operator, 'listCredentials', {});
  return `/credentials/${credentials[0]!.id}`;
};

const firstDevice = async ({ server }: ConsoleStage): Promise<string> => {
  const { devices } = await callAdmin(server.operator, 'listDevices', {});
  return `/devices/${devices[0]!.id}`;
};

const firstApproval = async ({ server }: ConsoleStage): Promise<string> => {
  const { approvals } = await callAdmin(server.operator, 'listApprovals', {});
  return `/approvals/${approvals[0]!.id}`;
};

const ofPublisher = (path: string) => async (stage: ConsoleStage) => `/${await publisher(stage)}/${path}`;

async function publisher({ server }: ConsoleStage): Promise<string> {
  const { publishers } = await callAdmin(server.operator, 'listPublishers', {});
  return publishers[0]!.id;
}

interface Group {
  readonly mediationGroupId: string;
  readonly mediationAbExperimentState?: string;
}

async function groupsOf(stage: ConsoleStage) {
  const { operator, server } = stage.server;
  const id = await publisher(stage);
  const { accessToken } = await callAdmin(operator, 'issueToken', {
    publishers: [id],
    scopes: ['monetization'],
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${server.url}/v1beta/accounts/${id}/mediationGroups`, { headers });
  const { mediationGroups } = (await response.json()) as { mediationGroups: readonly Group[] };
  return { id, groups: mediationGroups };
}

/** The group in which an experiment runs. */
async function experimentGroup(stage: ConsoleStage): Promise<string> {
  const { id, groups } = await groupsOf(stage);
  const group = groups.find(({ mediationAbExperimentState: state }) => state === 'RUNNING');
  return `/${id}/groups/${group!.mediationGroupId}`;
}

const experimentTab = (tab: string) => async (stage: ConsoleStage) =>
  `${await experimentGroup(stage)}?tab=${tab}`;

async function twoGroups(stage: ConsoleStage): Promise<string> {
  const { id, groups } = await groupsOf(stage);
  const [a, b] = groups.map(({ mediationGroupId }) => mediationGroupId);
  return `/${id}/groups/compare?a=${a}&b=${b}`;
}

const firstUser = async ({ server }: ConsoleStage): Promise<string> => {
  const { users } = await callAdmin(server.operator, 'listUsers', {});
  return `/users/${users[0]!.id}`;
};

async function someClient({ server }: ConsoleStage): Promise<string> {
  const { clients } = await callAdmin(server.operator, 'listOAuthClients', {});
  if (clients[0]) return clients[0].id;
  const redirectUris = ['https://desk.example.com/callback'];
  const { client } = await callAdmin(server.operator, 'createOAuthClient', { name: 'Ad desk', redirectUris });
  return client.id;
}

const clientList = async (stage: ConsoleStage): Promise<string> => {
  await someClient(stage);
  return '/clients';
};

const firstClient = async (stage: ConsoleStage): Promise<string> => `/clients/${await someClient(stage)}`;

const DAY = 86_400_000;

/** The list with a hold that a person placed on a holder, and a lifted one on a span of time. */
async function holds({ server, urls, users }: ConsoleStage): Promise<string> {
  const known = await callAdmin(server.operator, 'listHolds', {});
  if (known.holds.length > 0) return '/holds';
  const page = consolePage(urls.operators);
  const { email, password } = users.operators;
  await page.post('/session:signIn', { email, password });
  const reviewTime = new Date(Date.now() + 365 * DAY).toISOString();
  const place = (request: object) => page.post('/admin/v1/holds', { ...request, reviewTime });
  await place({ holderId: 'applicant-11', reason: 'litigation' });
  const span = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' };
  const { body } = await place({ ...span, reason: 'audit' });
  await page.post(`/admin/v1/holds/${body.id}:lift`);
  return '/holds';
}

/**
 * Every screen, for the suite of accessibility and for the pictures. One request waits for a second person.
 */
export const SCREENS: readonly Screen[] = [
  { name: 'today', console: 'operators', path: '/', shows: 'Today' },
  { name: 'reviews', console: 'operators', path: '/reviews', shows: 'Reviews' },
  { name: 'proofing', console: 'operators', path: firstProofing, shows: 'Accept' },
  { name: 'holders', console: 'operators', path: '/holders', shows: 'applicant-01' },
  { name: 'holders-import', console: 'operators', path: '/holders/import', shows: 'Import' },
  { name: 'holder', console: 'operators', path: '/holders/applicant-11', shows: 'Issue code' },
  { name: 'holds', console: 'operators', path: holds, shows: 'applicant-11' },
  { name: 'credentials', console: 'operators', path: '/credentials', shows: 'Elena Brandt' },
  { name: 'credential', console: 'operators', path: firstCredential, shows: 'Revoke' },
  { name: 'devices', console: 'operators', path: '/devices', shows: 'Export CSV' },
  { name: 'silent devices', console: 'operators', path: '/devices?tab=silent', shows: 'No device is silent' },
  { name: 'device', console: 'operators', path: firstDevice, shows: 'Device' },
  { name: 'status-lists', console: 'operators', path: '/status-lists', shows: 'Expires' },
  { name: 'keys', console: 'operators', path: '/keys', shows: 'Keys' },
  { name: 'approvals', console: 'operators', path: '/approvals', shows: 'Rotate the document signer key' },
  { name: 'approval', console: 'operators', path: firstApproval, shows: 'Approve' },
  { name: 'audit-log', console: 'operators', path: '/audit-log', shows: 'Audit log' },
  { name: 'explain', console: 'operators', path: '/explain', shows: 'Explain' },
  { name: 'notifications', console: 'operators', path: '/notifications', shows: 'Notifications' },
  { name: 'users', console: 'operators', path: '/users', shows: 'grace' },
  { name: 'user', console: 'operators', path: firstUser, shows: 'Change role' },
  { name: 'clients', console: 'operators', path: clientList, shows: 'Ad desk' },
  { name: 'client', console: 'operators', path: firstClient, shows: 'Redirect URIs' },
  { name: 'publishers', console: 'operators', path: '/publishers', shows: 'Northwind' },
  {
    name: 'catalogue',
    console: 'operators',
    path: '/publishers?tab=catalogue',
    shows: 'Read the file again',
  },
  { name: 'settings', console: 'operators', path: '/settings', shows: /^issuer$/ },
  {
    name: 'document-types',
    console: 'operators',
    path: '/settings?tab=documents',
    shows: 'org.iso.18013.5.1.mDL',
  },
  { name: 'unknown', console: 'operators', path: '/nothing', shows: 'There is no such page' },
  { name: 'overview', console: 'mediation', path: ofPublisher('home'), shows: 'What changed last' },
  { name: 'groups', console: 'mediation', path: ofPublisher('groups'), shows: 'Main menu, Android' },
  { name: 'new-group', console: 'mediation', path: ofPublisher('groups/new'), shows: 'New mediation group' },
  { name: 'compare', console: 'mediation', path: twoGroups, shows: 'Show line by line' },
  {
    name: 'reports',
    console: 'mediation',
    path: ofPublisher('reports?splits=COUNTRY&time=none'),
    shows: 'Export CSV',
  },
  {
    name: 'reports-empty',
    console: 'mediation',
    path: ofPublisher('reports?from=2020-01-01&to=2020-01-02'),
    shows: 'No numbers in this range',
  },
  { name: 'group', console: 'mediation', path: experimentGroup, shows: 'Waterfall' },
  { name: 'experiment', console: 'mediation', path: experimentTab('experiment'), shows: 'Show line by line' },
  { name: 'group-history', console: 'mediation', path: experimentTab('history'), shows: /^You$/ },
  { name: 'mappings', console: 'mediation', path: ofPublisher('mappings'), shows: 'Mappings' },
  { name: 'ad-sources', console: 'mediation', path: ofPublisher('ad-sources'), shows: 'Ad sources' },
  { name: 'inventory', console: 'mediation', path: ofPublisher('inventory'), shows: 'Northwind Rally' },
  { name: 'changes', console: 'mediation', path: ofPublisher('changes'), shows: 'Changes' },
  { name: 'lint', console: 'mediation', path: ofPublisher('lint'), shows: 'What is probably wrong' },
];

export async function addressOf(stage: ConsoleStage, { console, path }: Screen): Promise<string> {
  return `${stage.urls[console]}/console${typeof path === 'string' ? path : await path(stage)}`;
}
