import { SEALED_AFTER } from '../../../../src/audit/index.ts';
import type { MediationGroup } from '../../../../src/mediation/ports/entities.ts';
import { execute } from '../../../support/database.ts';
import { proofedPhone } from '../../../support/devices.ts';
import { mediationOf } from '../../../support/panels.ts';
import type { World } from '../../../support/world.ts';

export const PUBLISHER = 'pub-1111111111111111';
export const FRAGMENT = '0000000001';
export const AD_SOURCE = '1063618907739174004';
const AD_UNIT = `ca-app-${PUBLISHER}/${FRAGMENT}`;

export const SETTINGS = {
  'issuer.decisions': 'manual',
};

/** The value of each field of filters that the group and the mapping have. */
export const VALUES: Readonly<Record<string, string>> = {
  MEDIATION_GROUP_ID: FRAGMENT,
  DISPLAY_NAME: 'Named',
  AD_UNIT_IDS: AD_UNIT,
  APP_IDS: `ca-app-${PUBLISHER}~${FRAGMENT}`,
  TARGETED_REGION_CODES: 'US',
  AD_SOURCE_IDS: AD_SOURCE,
  FORMAT: 'BANNER',
  PLATFORM: 'ANDROID',
  STATE: 'ENABLED',
};

const shared = { publisherId: PUBLISHER, createdAt: 0 };

const GROUP: MediationGroup = {
  ...shared,
  groupId: FRAGMENT,
  revision: 1,
  displayName: 'Group',
  state: 'ENABLED',
  targeting: {
    platform: 'ANDROID',
    format: 'BANNER',
    adUnitIds: [AD_UNIT],
    targetedRegionCodes: ['US'],
    excludedRegionCodes: [],
  },
  lines: [
    {
      lineId: '0000000000000001',
      displayName: 'Line',
      adSourceId: AD_SOURCE,
      cpmMode: 'LIVE',
      state: 'ENABLED',
      adUnitMappings: {},
      variant: 'ORIGINAL',
    },
  ],
  updatedAt: 0,
};

async function stockMediation({ server, now }: World): Promise<void> {
  const { store, panel } = mediationOf(server);
  await store.write(async (writer) => {
    await writer.insertPublisher({
      ...shared,
      displayName: 'Acme',
      currencyCode: 'EUR',
      reportingTimeZone: 'UTC',
    });
    await writer.insertApp({ ...shared, fragment: FRAGMENT, platform: 'ANDROID', displayName: 'App' });
    const unit = { appFragment: FRAGMENT, format: 'BANNER', adTypes: ['RICH_MEDIA'] } as const;
    await writer.insertAdUnit({ ...shared, ...unit, fragment: FRAGMENT, displayName: 'Unit' });
    const mapping = {
      mappingId: FRAGMENT,
      displayName: VALUES.DISPLAY_NAME as string,
      adapterId: '111',
      configurations: {},
    };
    await writer.insertMappings([{ ...shared, ...mapping, fragment: FRAGMENT }]);
    await writer.insertServingKey({ ...shared, key: 'pk_1', appFragment: FRAGMENT, revision: 1 });
    await writer.insertGroup(GROUP);
    await writer.insertExperiment({
      ...{ publisherId: PUBLISHER, groupId: FRAGMENT, experimentId: '1', revision: 1 },
      ...{ treatmentTrafficPercentage: 50, startedAt: 0, endsAt: 1, lines: [], linesRevision: 1 },
    });
  });
  const caller = { subject: 'desk', publishers: [PUBLISHER], scopes: ['monetization'] } as const;
  const path = { accountsId: PUBLISHER };
  const call = { path, query: new Map(), caller, requestId: 'request' };
  await panel.call('accounts.mediationGroups.patch', {
    ...call,
    path: { ...path, mediationGroupsId: FRAGMENT },
    query: new Map([['updateMask', ['displayName']]]),
    body: { displayName: VALUES.DISPLAY_NAME },
  });
  const time = new Date(now()).toISOString();
  await panel.call('accounts.statistics.ingest', {
    ...call,
    body: {
      batchId: 'batch',
      source: 'stock',
      mode: 'ADD',
      rows: [{ time, adUnitId: AD_UNIT, adSourceId: AD_SOURCE, impressions: '1' }],
    },
  });
}

/** What the server does with many rows at once, and rows that need a time-stamp authority, a wallet platform, or a second person who decides. */
const ROWS = [
  `insert into mediation_line (publisher_id, group_id, line_id)
    values ('${PUBLISHER}', '${FRAGMENT}', '1') on conflict do nothing`,
  `insert into seal_time_stamp (head, authority, token) select 'head', 'https://tsa.example', credential_key from device limit 1`,
  'insert into mediation_group_term select * from mediation_group_new_term',
  'delete from mediation_group_new_term',
  'update state_change set unindexed = null',
  `delete from state_change where actor not in ('client', 'operator')
    or change_id not in (select max(change_id) from state_change group by actor)`,
  'update device set shares_key = 1',
  'delete from handled_request where refused is null',
  `update handled_request
    set content = replace(content, '"ids":', '"operatorId":"user","clientId":"client","publisherId":"${PUBLISHER}","ids":')`,
  `update proofing set state = 'pending', deadline_at = 9000000000000`,
  `insert into key_compromise (key_id, revision, since, recorded_at, progress)
    select key_id, 1, 1, 1, '{}' from issuer_key where role = 'documentSigner'`,
  `insert into outbox_entry (entry_id, revision, subject, subject_id, created_at, changed_at, attempts)
    values ('entry', 1, 'proofing', 'p', 1, 1, 1)`,
  `insert into console_session (session_id, token_hash, console, user_id, user_agent, address, signed_in_at, authenticated_at, last_used_at)
    select 'session', 'hash', 'operators', user_id, 'browser', '::1', 1, 1, 1 from account_user limit 1`,
  `insert into console_code (code_id, code_hash, console, user_id, expires_at, purpose)
    select 'code', 'hash', 'operators', user_id, 9000000000000, 'invitation' from account_user limit 1`,
  `insert into passkey (passkey_id, user_id, domain, credential_id, public_key, sign_count, transports, device_bound, backed_up, name, created_at)
    select 'passkey', user_id, 'localhost', 'id', (select credential_key from device limit 1), 1, '[]', 1, 0, 'key', 1 from account_user limit 1`,
  `insert into approval (approval_id, revision, state, method, arguments, requested_by, request_id, created_at, deadline_at)
    values ('approval', 1, 'pending', 'revokeHolder', '{}', 'user', 'request', 1, 9000000000000)`,
];

/** A server that has rows of every kind that lists show. */
export async function stock(world: World): Promise<void> {
  const { device, holderId, ids } = await proofedPhone(world);
  await world.admin('acceptProofing', { id: ids.proofingId });
  await device.provision();
  await device.provisionMsos(1);
  const waiting = await proofedPhone(world);
  await world.admin('claimProofing', { id: waiting.ids.proofingId });
  await world.admin('createUser', {
    email: 'ada@example.com',
    password: 'correct horse battery',
    publishers: [],
  });
  await world.admin('createOAuthClient', { name: 'Desk' });
  await world.operate('getProofingStatus', {});
  await world.server.context.requests.settled();
  await stockMediation(world);
  // The last entry is about a holder, by whom events are listed too.
  await world.admin('placeHold', { holderId, reason: 'litigation', reviewTime: '2100-01-01T00:00:00Z' });
  world.advance(SEALED_AFTER + 1);
  await world.server.context.sealLog();
  const { database } = world.server.context.folder;
  for (const row of ROWS) execute(database, row);
}
