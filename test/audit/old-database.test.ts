import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../src/audit/index.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { canonicalJson } from '../../src/conventions/canonical-json.ts';
import { TABLES } from '../../src/storage/schema/index.ts';
import { execute, query } from '../support/database.ts';
import { dropDatabaseOf } from '../support/database-of.ts';
import { verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const PUBLISHER = 'pub-1234567890123456';
const APP = `accounts/${PUBLISHER}/apps/1234567890`;
const sha256 = (data: string | Uint8Array) => hash('sha256', data);

const folder = temporaryFolder('old-database');
let path: string;
let world: World;
/** The change id of the last line in the old seal. */
let sealedUpTo: string;
let writtenAt: number;

const stored = (sql: string, ...values: unknown[]) => query(path, sql, ...values);

/** The digest of a line as earlier versions computed it, without absent members. */
function oldDigest(row: ReturnType<typeof stored>[number]): string {
  const line = {
    changeId: row.change_id,
    subject: row.subject,
    subjectId: row.subject_id,
    event: row.event,
    actor: { kind: row.actor },
    at: Number(row.at),
    ...(row.to_state !== null && { to: row.to_state }),
  };
  return sha256(canonicalJson(line));
}

/** A seal as earlier versions made it, without a format. */
async function sealAsBefore({ server, now }: World): Promise<void> {
  const { seals: custody } = server.context.keys;
  const key = await custody.create();
  const lines = stored('select * from state_change order by change_id');
  const digests = Buffer.from(lines.map(oldDigest).join(''), 'hex');
  sealedUpTo = String(lines.at(-1)?.change_id);
  const statement = canonicalJson({
    seal: 1,
    lines: lines.length,
    lastChangeId: sealedUpTo,
    linesDigest: sha256(digests),
    sealTime: new Date(now()).toISOString(),
    keyId: key.keyId,
    key: Buffer.from(key.point).toString('hex'),
  });
  const signature = await custody.sign(key.keyId, Buffer.from(statement));
  const insert =
    'insert into trail_seal (seal_number, statement, line_digests, signature) values (?, ?, ?, ?)';
  execute(path, insert, 1, statement, digests, Buffer.from(signature));
}

function writeAsBefore(id: string, method: string, resource: string, details: object): void {
  const { before = null, after } = details as { readonly before?: object; readonly after?: object };
  const insert = `insert into mediation_audit
    (entry_id, publisher_id, at, subject, request_id, method, resource, before, after) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const caller = method === 'createPublisher' ? 'operator' : 'user-7';
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  execute(path, insert, id, PUBLISHER, writtenAt, caller, 'r-1', method, resource, json(before), json(after));
}

/** Statements that revert the migrations after 019, so that these migrations run again. */
const ADDED_LATER = [
  'drop index state_change_unindexed',
  ...['subject', 'by_request_id', 'by_operator_id'].map((name) => `drop index state_change_${name}`),
  ...['unindexed', 'details_deflated', 'details_length', 'note_sealed'].map(
    (column) => `alter table state_change drop column ${column}`,
  ),
  'drop index issued_mso_status',
  ...['status_list_no', 'status_idx'].map((column) => `alter table issued_mso drop column ${column}`),
  'alter table issued_mso drop column signer',
  'alter table key_request drop column role',
  ...['organisation_issuer', 'organisation_subject', 'shown_email'].map(
    (column) => `alter table account_user drop column ${column}`,
  ),
  'alter table proofing drop column texts_sealed',
  'alter table approval drop column note_sealed',
  'alter table trail_seal drop column edge',
  'alter table credential drop column channel',
  ...['tx_code_hash', 'tx_code_failures'].map(
    (column) => `alter table pre_authorization_code drop column ${column}`,
  ),
  'create index state_change_subject on state_change (subject, subject_id, change_id)',
  'create index state_change_by_request_id on state_change (request_id, change_id)',
  'create index state_change_by_operator_id on state_change (operator_id, change_id)',
  'drop index proofing_decisions_by_created_at',
  'drop index holder_to_index',
  'drop index approval_by_ended_at',
  'drop index handled_request_refused',
  'drop index state_change_console_sign_in',
  ...[
    'console_session',
    'console_code',
    'proofing_claim',
    'holder_key',
    'holder_search',
    'request_count',
    'mediation_group_new_term',
    'serving_key',
    'publisher_version',
    'served_snapshot',
    'observed_price',
    'seal_time_stamp',
    'anchor_place',
    'passkey',
    'used_challenge',
    'clock_sight',
    'retention_purge',
    'key_compromise',
    'organisation_sign_in',
    'legal_hold',
    ...TABLES.filter((table) => /^(statistics|status)_/.test(table)),
  ].map((table) => `drop table ${table}`),
  'alter table holder drop column searched_version',
  ...['refused', 'operation', 'device_reference_id'].flatMap((column) => [
    `drop index handled_request_by_${column}`,
    `alter table handled_request drop column ${column}`,
  ]),
  ...['priority', 'archived_at'].map((column) => `alter table mediation_group drop column ${column}`),
  'drop index mediation_ab_experiment_open',
  ...['expected_users', 'looked_day', 'look'].map(
    (column) => `alter table mediation_ab_experiment drop column ${column}`,
  ),
];

/** Makes a database in the state of the previous version. */
async function makeOldDatabase(): Promise<void> {
  const old = await startWorld({ folder });
  path = old.server.context.folder.database;
  writtenAt = old.now();
  await old.admin('createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  execute(path, "delete from state_change where subject in ('publisher', 'catalogue')");
  await sealAsBefore(old);
  // The ids of these entries are in the range that is already sealed.
  const before = `${sealedUpTo.slice(0, 14)}-000000`;
  writeAsBefore(`${before}-a`, 'createPublisher', `accounts/${PUBLISHER}`, { after: { id: PUBLISHER } });
  writeAsBefore(`${before}-b`, 'admob.accounts.apps.create', APP, { after: { name: APP, platform: 'IOS' } });
  await old.close();
  execute(path, 'drop index state_change_by_publisher_id');
  for (const column of ['publisher_id', 'method', 'details', 'details_digest'])
    execute(path, `alter table state_change drop column ${column}`);
  for (const statement of ADDED_LATER) execute(path, statement);
  execute(path, "delete from kysely_migration where name >= '019'");
}

beforeAll(async () => {
  await makeOldDatabase();
  world = await startWorld({ folder, startAt: writtenAt + 60_000 });
}, HOOK_TIMEOUT);
afterAll(async () => {
  await world?.close();
  await dropDatabaseOf(folder);
});

describe('The audit log of an older database', () => {
  it('a migrated audit log has the changes of publishers, with their times, callers and contents', async () => {
    const { changes } = await callAdmin(world.connection, 'listChanges', { id: PUBLISHER });
    const facts = { time: new Date(writtenAt).toISOString(), requestId: 'r-1' };
    expect(changes).toEqual([
      {
        ...facts,
        subject: 'operator',
        method: 'createPublisher',
        resource: `accounts/${PUBLISHER}`,
        after: { id: PUBLISHER },
      },
      {
        ...facts,
        subject: 'user-7',
        method: 'admob.accounts.apps.create',
        resource: APP,
        after: { name: APP, platform: 'IOS' },
      },
    ]);
    const { events } = await world.admin('listEvents', { publisherId: PUBLISHER });
    expect(events.map(({ actor }) => actor)).toEqual(['operator', 'client']);
    expect(stored('select * from mediation_audit')).toEqual([]);
  });

  it('migrated entries are added after the sealed part, never inside it', () => {
    const moved = stored('select change_id from state_change where publisher_id is not null');
    expect(moved.map(({ change_id }) => String(change_id) > sealedUpTo)).toEqual([true, true]);
  });

  it('a migrated audit log verifies with its old seal, and with new ones after it', async () => {
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, seals: 1 });
    world.advance(SEALED_AFTER + 1);
    await world.server.context.sealLog();
    const verified = await verifyEvents(world);
    expect(verified).toMatchObject({ exit: 0, unsealedLines: 0 });
    expect(verified.seals).toBeGreaterThan(1);
    expect(verified.keys).toHaveLength(1);
  });

  it('a migrated audit log is sealed in a new format, which older versions cannot continue', () => {
    const formats = stored('select statement from trail_seal order by seal_number').map(
      ({ statement }) => (JSON.parse(String(statement)) as { readonly format?: number }).format,
    );
    expect(formats[0]).toBeUndefined();
    expect(new Set(formats.slice(1))).toEqual(new Set([3]));
  });

  it('entries that a process of the previous version still writes are migrated', async () => {
    writeAsBefore('99999999999999-000000-c', 'admob.accounts.apps.create', `${APP.slice(0, -1)}1`, {
      after: {},
    });
    await world.server.context.moveOldEntries();
    const { changes } = await callAdmin(world.connection, 'listChanges', {
      id: PUBLISHER,
      resource: `${APP.slice(0, -1)}1`,
    });
    expect(changes).toHaveLength(1);
    expect(stored('select * from mediation_audit')).toEqual([]);
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, unsealedLines: 1 });
  });
});
