import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type METHODS as ADMIN,
  type MethodName as AdminName,
  methodNamed,
} from '../../src/admin/contract/index.ts';
import { SEALED_AFTER } from '../../src/audit/index.ts';
import { signedIn } from '../console/support/people.ts';
import { execute } from '../support/database.ts';
import { newDevice, type Phone, proofedPhone } from '../support/devices.ts';
import { mdl, newHolder } from '../support/records.ts';
import { adminRefusal } from '../support/refusal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, WITH_CONSOLES, type World } from '../support/world.ts';
import { type MediationStep, mediationSteps, PUBLISHER } from './mediation-steps.ts';
import { type CONNECTED, entriesOf as entriesIn } from './support.ts';

let world: World;
const catalogue = join(temporaryFolder('every-change'), 'catalogue.json');
let token = '';
/** Ids of the resources that the steps created. */
const made: Record<string, string> = {};

const ACCOUNT = `/v1beta/accounts/${PUBLISHER}`;
/** Runs the work and returns its entries in the audit log. */
const entriesOf = (work: () => Promise<unknown>) => entriesIn(world, work);

async function mediation(method: string, path: string, body: object = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = { method, headers, body: JSON.stringify(body) };
  const answer = await fetch(`${world.url}${ACCOUNT}${path}`, sent);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as Record<string, string>;
}

const id = (name: string) => ({ id: made[name] as string });
const user = () => ({ user: made.user as string });
const client = () => ({ client: made.client as string });

async function proofed(name: string): Promise<Phone> {
  const phone = await proofedPhone(world);
  made[name] = phone.ids.proofingId;
  return phone;
}

/** Methods with POST that change nothing. */
const READING = ['checkHolders', 'searchHolders', 'findUser'] as const;

type ChangingAdmin = {
  [Name in AdminName]: (typeof ADMIN)[Name]['http'][0] extends 'POST' ? Name : never;
}[AdminName];
type AdminStep = Exclude<ChangingAdmin, (typeof READING)[number] | (typeof CONNECTED)[number]>;

/** Entries of what a step does before its method. */
const BESIDE: Partial<Readonly<Record<AdminStep, readonly string[]>>> = {
  clearActions: ['credential requireAction'],
  inviteUser: ['user create'],
  endConsoleSession: ['user create', 'user changePassword', 'consoleSession signIn'],
  releaseDevice: [
    'holder create',
    'device replaceNonce',
    'device register',
    'code create',
    'proofing create',
    'proofing accept',
    'credential create',
  ],
};

/** A call of each method with its expected entry, in an order in which each call succeeds. */
const ADMIN_STEPS: Readonly<Record<AdminStep, readonly [() => Promise<unknown>, string]>> = {
  importHolders: [
    () => world.admin('importHolders', { holders: [{ id: 'h-1', elements: mdl() }] }),
    'holder create',
  ],
  rotateMasterKey: [() => world.admin('rotateMasterKey', {}), 'recordKey rotate'],
  issueCode: [
    async () => {
      made.code = (await world.admin('issueCode', { holderId: 'h-1' })).id;
    },
    'code create',
  ],
  revokeCode: [() => world.admin('revokeCode', id('code')), 'code revoke'],
  claimProofing: [() => world.admin('claimProofing', id('first')), 'proofing claim'],
  releaseProofing: [() => world.admin('releaseProofing', id('first')), 'proofing release'],
  claimNextProofing: [() => world.admin('claimNextProofing', {}), 'proofing claim'],
  challengeProofing: [() => world.admin('challengeProofing', id('first')), 'proofing challenge'],
  resumeProofing: [() => world.admin('resumeProofing', id('first')), 'proofing resume'],
  decideProofings: [
    () => world.admin('decideProofings', { ids: [made.first as string], decision: 'challenge' }),
    'proofing challenge',
  ],
  acceptProofing: [() => world.admin('acceptProofing', id('first')), 'proofing accept'],
  revokeProofing: [() => world.admin('revokeProofing', id('first')), 'proofing revoke'],
  rejectProofing: [() => world.admin('rejectProofing', id('second')), 'proofing reject'],
  requireAction: [
    () => {
      const action = { deadlineTimeMillis: String(world.now() + 3_600_000) };
      return world.admin('requireAction', { ...id('credential'), action });
    },
    'credential requireAction',
  ],
  clearAction: [() => world.admin('clearAction', id('credential')), 'credential clearAction'],
  clearActions: [
    async () => {
      const action = { deadlineTimeMillis: String(world.now() + 3_600_000) };
      await world.admin('requireAction', { ...id('credential'), action });
      await world.admin('clearActions', { ids: [made.credential as string] });
    },
    'credential clearAction',
  ],
  revokeCredential: [() => world.admin('revokeCredential', id('credential')), 'credential revoke'],
  releaseDevice: [
    async () => {
      const { device, ids } = await proofed('silent');
      await world.admin('acceptProofing', id('silent'));
      await device.provision();
      const sql = 'update credential set updated_at = 0 where device_reference_id = ?';
      execute(world.server.context.folder.database, sql, ids.deviceReferenceId);
      await world.admin('releaseDevice', { id: ids.deviceReferenceId });
    },
    'credential revoke',
  ],
  revokeHolder: [() => world.admin('revokeHolder', { id: 'h-1' }), 'holder revoke'],
  placeHold: [
    async () => {
      const reviewTime = new Date(world.now() + 3_600_000).toISOString();
      made.hold = (await world.admin('placeHold', { holderId: 'h-1', reason: 'audit', reviewTime })).id;
    },
    'legalHold place',
  ],
  liftHold: [() => world.admin('liftHold', id('hold')), 'legalHold lift'],
  eraseHolder: [() => world.admin('eraseHolder', { id: 'h-1' }), 'holder erase'],
  rotateSealKey: [() => world.admin('rotateSealKey', { reason: 'scheduled' }), 'key rotateSealKey'],
  signSpecimen: [
    () => world.admin('signSpecimen', { documentType: 'org.iso.18013.5.1.mDL' }),
    'key signSpecimen',
  ],
  rotateKey: [() => world.admin('rotateKey', { role: 'identity' }), 'key startRotation'],
  requestKey: [
    async () => {
      made.key = (await world.admin('requestKey', {})).id;
    },
    'key request',
  ],
  discardKey: [() => world.admin('discardKey', id('key')), 'key discard'],
  compromiseKey: [
    async () => {
      const { keys } = await world.admin('listKeys', {});
      const key = keys.find(({ role, stage }) => role === 'encryption' && stage === 'active');
      const sinceTime = new Date(world.now()).toISOString();
      await world.admin('compromiseKey', { id: key?.id ?? '', sinceTime });
    },
    'key compromise',
  ],
  createPublisher: [
    () => world.admin('createPublisher', { id: PUBLISHER, displayName: 'Acme' }),
    'publisher create',
  ],
  createUser: [
    async () => {
      const given = { email: 'ada@example.com', password: 'correct horse battery', publishers: [] };
      made.user = (await world.admin('createUser', given)).id;
    },
    'user create',
  ],
  nameHolders: [() => world.admin('nameHolders', { ids: ['h-1'] }), 'holderNames view'],
  inviteUser: [() => world.admin('inviteUser', { email: 'bob@example.com', publishers: [] }), 'user invite'],
  inviteUserAgain: [() => world.admin('inviteUserAgain', user()), 'user invite'],
  changeUserPublishers: [
    () => world.admin('changeUserPublishers', { ...user(), add: [PUBLISHER] }),
    'user changePublishers',
  ],
  setUserRole: [() => world.admin('setUserRole', { ...user(), role: 'viewer' }), 'user setRole'],
  setUserPassword: [
    () => world.admin('setUserPassword', { ...user(), password: 'another long password' }),
    'user setPassword',
  ],
  disableUser: [() => world.admin('disableUser', user()), 'user disable'],
  enableUser: [() => world.admin('enableUser', user()), 'user enable'],
  endConsoleSession: [
    async () => {
      await signedIn(world, 'eve', 'viewer');
      const { sessions } = await world.admin('listConsoleSessions', { user: 'eve@example.com' });
      await world.admin('endConsoleSession', { id: sessions[0]?.id as string });
    },
    'consoleSession end',
  ],
  signOutUser: [() => world.admin('signOutUser', user()), 'user signOut'],
  resetUserPasskeys: [() => world.admin('resetUserPasskeys', user()), 'user resetPasskeys'],
  deleteUser: [() => world.admin('deleteUser', user()), 'user delete'],
  createOAuthClient: [
    async () => {
      const asked = { name: 'Desk', redirectUris: ['https://desk.example/cb'] };
      made.client = (await world.admin('createOAuthClient', asked)).client.id;
    },
    'oauthClient create',
  ],
  changeOAuthClient: [
    () => world.admin('changeOAuthClient', { ...client(), name: 'Office' }),
    'oauthClient update',
  ],
  resetOAuthClientSecret: [() => world.admin('resetOAuthClientSecret', client()), 'oauthClient resetSecret'],
  deleteOAuthClient: [() => world.admin('deleteOAuthClient', client()), 'oauthClient delete'],
  publishStatusLists: [() => world.admin('publishStatusLists', {}), 'statusLists publish'],
  rotateOAuthKeys: [() => world.admin('rotateOAuthKeys', {}), 'tokenKey rotate'],
  issueToken: [
    async () => {
      const asked = { publishers: [PUBLISHER], scopes: ['monetization'], ttlSeconds: 3600 };
      token = (await world.admin('issueToken', asked)).accessToken;
    },
    'token issue',
  ],
  reloadCatalogue: [
    () => {
      writeFileSync(catalogue, `${readFileSync(catalogue, 'utf8')}\n`);
      return world.admin('reloadCatalogue', {});
    },
    'catalogue load',
  ],
  startConsole: [() => world.admin('startConsole', {}), 'consoleCode create'],
};

const named = (steps: object) => Object.entries(steps).map(([name, step]) => [name, ...step]);

beforeAll(async () => {
  cpSync('data/catalogue.json', catalogue);
  world = await startWorld({
    settings: {
      ...WITH_CONSOLES,
      'issuer.decisions': 'manual',
      'issuer.status.uri': 'https://status.example/lists',
      'mediation.catalogue': catalogue,
    },
  });
  await proofed('first');
  await proofed('second');
  const active = await proofed('active');
  await world.admin('acceptProofing', id('active'));
  await active.device.provision();
  await active.device.provisionMsos(1);
  made.credential = active.ids.credentialId;
  await newHolder(world);
  // The seal key must exist before the work, so that its entry is not counted.
  world.advance(SEALED_AFTER + 1);
  await world.server.context.sealLog();
}, HOOK_TIMEOUT);
afterAll(() => world?.close());

describe('Each change has an entry in the audit log', () => {
  it.each(named(ADMIN_STEPS) as [AdminStep, () => Promise<unknown>, string][])(
    'the admin method %s writes an entry',
    async (name, step, entry) => {
      const entries = await entriesOf(step);
      expect(entries).toContain(entry);
      // The declared effects decide who must approve the method.
      const declared = methodNamed(name).audit?.map((event) => event.replace('.', ' ')) ?? [];
      expect(entries.filter((one) => !declared.includes(one) && !BESIDE[name]?.includes(one))).toEqual([]);
    },
  );

  it.each(named(mediationSteps(mediation, made)) as [MediationStep, () => Promise<unknown>, string][])(
    'the mediation method %s writes an entry',
    async (_, step, entry) => {
      expect(await entriesOf(step)).toContain(entry);
    },
  );

  it('every operation of the issuer interface that changes data writes an entry', async () => {
    const device = newDevice(world);
    const holder = await newHolder(world);
    const { code } = await world.admin('issueCode', { holderId: holder });
    const told: Record<string, readonly string[]> = {};
    const take = async (name: string, work: () => Promise<unknown>) => {
      told[name] = await entriesOf(work);
    };
    await take('register', () => device.register());
    await take('proof', () => device.proof(code));
    const proofingId = device.state.proofing?.proofingId as string;
    await world.admin('acceptProofing', { id: proofingId });
    await take('provision', () => device.provision());
    await take('provisionMsos', () => device.provisionMsos(1));
    await take('refresh', () => device.refresh(1));
    await take('notifyDeleted', () => device.notifyDeleted());
    expect(told).toEqual({
      register: ['device replaceNonce', 'device register'],
      proof: ['proofing create'],
      provision: ['credential create'],
      provisionMsos: ['credential prove'],
      refresh: ['credential refresh'],
      notifyDeleted: ['credential delete'],
    });
    const other = await proofed('third');
    expect(await entriesOf(() => other.device.cancel())).toEqual(['proofing cancel']);
  });

  it('a refused request and a dry run change nothing and write no entry', async () => {
    const refused = await entriesOf(async () => {
      await adminRefusal(world.admin('setUserRole', { user: 'user-none', role: 'viewer' }), 'NOT_FOUND');
      await adminRefusal(world.admin('deleteOAuthClient', { client: 'none' }), 'NOT_FOUND');
      await adminRefusal(
        world.admin('createPublisher', { id: PUBLISHER, displayName: 'x' }),
        'ALREADY_EXISTS',
      );
      await world.admin('importHolders', { holders: [{ id: 'h-9', elements: mdl() }], validateOnly: true });
      await world.admin('checkHolders', { holders: [{ id: 'h-9', elements: mdl() }] });
      await mediation('POST', '/apps?validateOnly=true', { platform: 'IOS' });
      await mediation('PATCH', `/mediationGroups/${made.group}`, {});
      await expect(mediation('POST', '/apps', { platform: 'WEB' })).rejects.toThrow();
    });
    expect(refused).toEqual([]);
  });
});
