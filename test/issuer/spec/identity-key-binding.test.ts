import { createPublicKey, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { proofUser } from '../../../src/issuer/operations/proof-user.ts';
import { provisionCredential } from '../../../src/issuer/operations/provision-credential.ts';
import type { IssuerDatabase } from '../../../src/issuer/ports/database.ts';
import type { Device } from '../../../src/wallet/index.ts';
import { execute, expectNothingWritten, rows } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  newDevice,
  type Phone,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { PHOTO_ID, photoId } from '../../support/documents.ts';
import { issuerOf } from '../../support/panels.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { refusalOf } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import type { World } from '../../support/world.ts';

const world = useWorld();
const manual = useWorld({ settings: { 'issuer.decisions': 'manual' } });

const spkiHash = (device: Device) => {
  const spki = createPublicKey(device.state.identity!.key.privateKey).export({ format: 'der', type: 'spki' });
  return hash('sha256', spki, 'hex');
};
const viewOf = (one: World, { ids }: Phone) => one.admin('getProofing', { id: ids.proofingId });
const reference = (device: Device) => device.state.deviceReferenceId;

/** A device that registers its key again, with a new attestation. */
const attestedAgain = (device: Device) =>
  device.hostile({ identityKey: (_, { before }) => before.identity!.key });

/** An issuer whose store runs `between` after an operation has read and before it writes. */
function interrupted(one: World, between: () => Promise<unknown>) {
  const { context } = one.server;
  let isDone = false;
  const store: IssuerDatabase = {
    ...context.store,
    read: (use) => context.store.read(use),
    async write(use) {
      if (!isDone) await between();
      isDone = true;
      return context.store.write(use);
    },
  };
  return { ...one, store };
}

describe('Ruling 42: a proofing and a credential belong to the identity key that was registered when they were created', () => {
  it('proofings and credentials store the SHA-256 of the SubjectPublicKeyInfo of the identity key', async () => {
    const { device, ids } = await provisionedPhone(world());
    const sql = `select p.identity_key_hash as proofing, c.identity_key_hash as credential
      from proofing p join credential c using (proofing_id) where p.proofing_id = ?`;
    const key = Buffer.from(spkiHash(device), 'hex');
    expect(rows(world(), sql, ids.proofingId)).toEqual([{ proofing: key, credential: key }]);
    const { keySha256 } = await world().admin('getDevice', { id: ids.deviceReferenceId });
    expect(keySha256).toBe(key.toString('hex'));
  });

  const decided = (method: 'challengeProofing' | 'acceptProofing') => async (phone: Phone) =>
    void (await manual().admin(method, { id: phone.ids.proofingId }));
  const usedUp = async (phone: Phone) => {
    await decided('acceptProofing')(phone);
    await phone.device.provision();
    await phone.device.notifyDeleted();
  };

  it.each([
    ['pending', 'pending', 'canceled', async () => {}],
    ['challenged', 'challenged', 'canceled', decided('challengeProofing')],
    ['accepted', 'accepted', 'revoked', decided('acceptProofing')],
    ['whose credential was deleted', 'accepted', 'revoked', usedUp],
  ] as const)(
    'registering another key ends a proofing that is %s, and the status says why',
    async (_, from, to, bring) => {
      const phone = await proofedPhone(manual());
      const { ids, device } = phone;
      await bring(phone);
      const seen = rows(manual(), 'select * from state_change where subject_id = ?', ids.proofingId).length;
      await device.register();
      const { body } = await manual().operate('getProofingStatus', ids);
      expect(body.proofingStatus).toEqual({ [to]: {} });
      const view = await viewOf(manual(), phone);
      expect(view).toMatchObject({ state: to, endCause: 'deviceKeyReplaced' });
      expect(view.decideTime).toBe(new Date(manual().now()).toISOString());
      expect(view).not.toHaveProperty('deadlineTime');
      const sql = `select event, from_state, to_state, actor, reason, request_id from state_change
      where subject_id = ? order by change_id`;
      const [line, ...more] = rows(manual(), sql, ids.proofingId).slice(seen);
      expect(more).toEqual([]);
      const registered = `select request_id from state_change where subject_id = ? and event = 'register'
      order by change_id desc limit 1`;
      expect(line).toEqual({
        event: 'replaceKey',
        from_state: from,
        to_state: to,
        actor: 'wallet',
        reason: 'deviceKeyReplaced',
        ...rows(manual(), registered, ids.deviceReferenceId)[0],
      });
      const used = 'select count(*) as n from pre_authorization_code where used_by = ?';
      expect(rows(manual(), used, ids.proofingId)).toEqual([{ n: 1 }]);
    },
  );

  it('a new identity key does not change finished proofings, and a deadline that has passed is applied first', async () => {
    const phones = await Promise.all(Array.from({ length: 4 }, () => proofedPhone(manual())));
    const [rejected, canceled, revoked, expired] = phones as [Phone, Phone, Phone, Phone];
    await manual().admin('rejectProofing', { id: rejected.ids.proofingId });
    await canceled.device.cancel();
    await decided('acceptProofing')(revoked);
    await manual().admin('revokeProofing', { id: revoked.ids.proofingId });
    manual().advance(31 * 86_400_000);
    for (const { device } of phones) await device.register();
    const views = await Promise.all(phones.map((phone) => viewOf(manual(), phone)));
    expect(views.map(({ state }) => state)).toEqual(['rejected', 'canceled', 'revoked', 'expired']);
    for (const view of views) expect(view).not.toHaveProperty('endCause');
    expect(expired.ids.proofingId).toBe(views[3]?.id);
  });

  it('ProvisionCredential with a proofing of another identity key is an invalidIdentifier; a new proofing is accepted', async () => {
    const { device, ids, holderId } = await proofedPhone(world());
    await device.register();
    await expectNothingWritten(world(), () => refusalOf(device.provision(), 'invalidIdentifier'));
    await device.proof(await codeFor(world(), holderId));
    expect(device.state.proofing?.proofingId).not.toBe(ids.proofingId);
    await device.provision();
  });

  const behindTheBack = (table: 'proofing' | 'credential', { ids }: Phone) => {
    const sql = `update ${table} set identity_key_hash = ? where device_reference_id = ?`;
    execute(world().server.context.folder.database, sql, Buffer.alloc(32, 7), ids.deviceReferenceId);
  };

  it('each operation compares identity keys itself, also if rows were changed in the database', async () => {
    const proofed = await proofedPhone(world());
    behindTheBack('proofing', proofed);
    await expectNothingWritten(world(), () => refusalOf(proofed.device.provision(), 'invalidIdentifier'));
    const active = await activePhone(world());
    behindTheBack('credential', active);
    await expectNothingWritten(world(), async () => {
      await refusalOf(active.device.refresh(1), 'invalidIdentifier');
      await refusalOf(active.device.provision(), 'invalidIdentifier');
    });
    const fresh = await provisionedPhone(world());
    behindTheBack('credential', fresh);
    await expectNothingWritten(world(), () => refusalOf(fresh.device.provisionMsos(1), 'invalidIdentifier'));
  });

  describe('Registering the same identity key again', () => {
    const certificate = async (device: Device) =>
      (await world().admin('getDevice', { id: reference(device) })).certificateSha256;

    it.each([
      ['accepted', proofedPhone],
      ['with a live credential', activePhone],
    ] as const)(
      'registering the same key with a fresh chain changes only the certificates: %s',
      async (_, make) => {
        const phone = await make(world());
        const before = await certificate(phone.device);
        await attestedAgain(phone.device).register();
        expect(await certificate(phone.device)).not.toBe(before);
        expect((await viewOf(world(), phone)).state).toBe('accepted');
        await phone.device.provision();
        await phone.device.provisionMsos(1);
        const sql = 'select event from state_change where subject_id = ?';
        expect(rows(world(), sql, phone.ids.proofingId)).toEqual([{ event: 'create' }]);
      },
    );

    it('registering the same key as a single deprecated certificate changes only the certificates', async () => {
      const phone = await activePhone(world());
      const body = await bodyOf(phone.device, 'registerDevice', (copy) => copy.register(), {
        identityKey: (_, { before }) => before.identity!.key,
      });
      const { deviceIdentityCertificateChain: chain, ...rest } = body;
      const single = Buffer.concat(chain.map((text: string) => Buffer.from(text, 'base64')));
      const request = { ...rest, deviceIdentityCertificate: single.toString('base64') };
      expect((await send(world(), 'registerDevice', request)).status).toBe(200);
      await expectNothingWritten(world(), () => send(world(), 'registerDevice', body));
      await phone.device.refresh(1);
    });

    it('registering the same key again needs an open nonce', async () => {
      const { device } = await activePhone(world());
      const nonce = device.state.nonce as string;
      const stale = device.hostile({
        identityKey: (_, { before }) => before.identity!.key,
        nonce: () => nonce,
      });
      await expectNothingWritten(world(), () => refusalOf(stale.register(), 'invalidState'));
    });
  });

  describe('Another identity key that is registered while a request is running', () => {
    it.each([true, false])(
      'ProvisionCredential is refused if another key is registered while it runs (encrypted: %s)',
      async (encrypt) => {
        const { device, ids } = await proofedPhone(world(), { encrypt });
        const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
        const { store } = interrupted(world(), () => device.register());
        const operation = provisionCredential({ ...issuerOf(world().server).deps, store });
        await expect(operation(body)).rejects.toMatchObject({ reason: 'invalidIdentifier' });
        const sql = 'select count(*) as n from credential where device_reference_id = ?';
        expect(rows(world(), sql, ids.deviceReferenceId)).toEqual([{ n: 0 }]);
      },
    );

    it('a request that the old key signed is refused if another key and its proofing replace those that were read', async () => {
      const { device, holderId } = await proofedPhone(world());
      const old = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
      const { store } = interrupted(world(), async () => {
        await device.register();
        await device.proof(await codeFor(world(), holderId));
      });
      const operation = provisionCredential({ ...issuerOf(world().server).deps, store });
      // The request names the proofing of the new key, which does not exist yet.
      const later = { ...old };
      Object.defineProperty(later, 'proofingId', {
        get: () => device.state.proofing?.proofingId,
        enumerable: true,
      });
      await expect(operation(later)).rejects.toMatchObject({ reason: 'invalidPayloadSignature' });
    });

    async function proofMeanwhile(encrypt: boolean) {
      const device = await registeredDevice(world(), { encrypt });
      const code = await codeFor(world(), await newHolder(world()));
      const body = await bodyOf(device, 'proofUser', (copy) => copy.proof(code));
      const { store } = interrupted(world(), () => device.register());
      const operation = proofUser({
        ...issuerOf(world().server).deps,
        store,
        random: (bytes) => bytes.fill(7),
        codeDigest: (text) => hash('sha256', text, 'buffer'),
        limitCode: async () => {},
        observe: () => {},
      } as Parameters<typeof proofUser>[0]);
      return { device, body, answer: operation(body) };
    }

    it('ProofUser refuses evidence of the old key if another key is registered while it runs', async () => {
      const { body, answer } = await proofMeanwhile(true);
      await expect(answer).rejects.toMatchObject({ reason: 'invalidPayloadSignature' });
      expect(rows(world(), 'select * from proofing where proofing_id = ?', body.proofingId)).toEqual([]);
    });

    it('a proofing with unencrypted evidence belongs to the key that is registered when the proofing is stored', async () => {
      const { device, body, answer } = await proofMeanwhile(false);
      await answer;
      const sql = 'select identity_key_hash as key from proofing where proofing_id = ?';
      expect(rows(world(), sql, body.proofingId)).toEqual([{ key: Buffer.from(spkiHash(device), 'hex') }]);
    });
  });
});

describe('Ruling 43: fetching an existing credential', () => {
  it('an existing credential may be fetched with any accepted proofing of the same device and the same holder', async () => {
    const { device, ids, holderId } = await activePhone(world());
    await device.proof(await codeFor(world(), holderId));
    expect(device.state.proofing?.proofingId).not.toBe(ids.proofingId);
    await device.provision();
    expect((await device.status()).credentialStatus).toEqual({ active: {} });
  });

  it.each([
    ['of the same document type', () => newHolder(world())],
    ['of another document type', photoIdHolder],
  ] as const)(
    'an existing credential may not be fetched with a proofing of another holder, %s',
    async (_, otherHolder) => {
      const { device } = await activePhone(world());
      await device.proof(await codeFor(world(), await otherHolder()));
      expect(await device.proofingStatus()).toEqual({ accepted: {} });
      for (const docType of [device.state.docType, PHOTO_ID]) {
        const naming = device.hostile({ ownership: (spec) => ({ ...spec, docType }) });
        await expectNothingWritten(world(), () => refusalOf(naming.provision(), 'invalidIdentifier'));
      }
    },
  );

  it('every structure that a device signs names its document type', async () => {
    const { device } = await activePhone(world());
    const naming = device.hostile({ ownership: (spec) => ({ ...spec, docType: PHOTO_ID }) });
    await expectNothingWritten(world(), () => refusalOf(naming.provision(), 'invalidPayloadSignature'));
  });
});

async function photoIdHolder(): Promise<string> {
  const id = `photo-${world().now()}`;
  await world().admin('importHolders', { holders: [{ id, documentType: PHOTO_ID, elements: photoId() }] });
  return id;
}

describe('Ruling 49: one identity key serves one deviceReferenceId', () => {
  const underOtherId = (device: Device) => {
    const { deviceReferenceId } = newDevice(world()).state;
    return device.hostile({
      state: ({ state }) => ({ ...state, deviceReferenceId }),
      identityKey: (_, { before }) => before.identity!.key,
    });
  };
  const register = async (device: Device) => {
    await device.requestNonce();
    const { nonce } = device.state;
    return expectNothingWritten(world(), () =>
      device
        .hostile({ nonce: () => nonce as string, identityKey: () => device.state.identity!.key })
        .register(),
    );
  };

  it('registering the identity key of another deviceReferenceId is refused with invalidState', async () => {
    const { device } = await activePhone(world());
    await refusalOf(register(underOtherId(device)), 'invalidState');
  });

  it('no other device can register an identity key after its credential was deleted or its holder was erased', async () => {
    const { device, holderId } = await activePhone(world());
    await device.notifyDeleted();
    await refusalOf(register(underOtherId(device)), 'invalidState');
    await world().admin('eraseHolder', { id: holderId });
    await refusalOf(register(underOtherId(device)), 'invalidState');
  });

  it('another device can register an identity key that was replaced', async () => {
    const device = await registeredDevice(world());
    const before = device.hostile({});
    await device.register();
    await underOtherId(before).register();
  });

  it('an identity key of another device is also refused as a replacement, and the device keeps its key', async () => {
    const owner = await registeredDevice(world());
    const { device, ids } = await proofedPhone(world());
    const taking = device.hostile({ identityKey: () => owner.state.identity!.key });
    await refusalOf(taking.register(), 'invalidState');
    expect((await world().operate('getProofingStatus', ids)).body.proofingStatus).toEqual({ accepted: {} });
    await device.provision();
  });

  it('the database keeps identity keys unique', async () => {
    const [one, other] = [await registeredDevice(world()), await registeredDevice(world())];
    const key = 'select credential_key from device where device_reference_id = ?';
    const sql = `update device set credential_key = (${key}) where device_reference_id = ?`;
    const path = world().server.context.folder.database;
    expect(() => execute(path, sql, reference(one), reference(other))).toThrow(/unique/i);
  });
});
