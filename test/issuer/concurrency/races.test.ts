import { describe, expect, it } from 'vitest';
import { rows } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  type Phone,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { runs } from '../../support/runs.ts';
import { useWorld } from '../../support/use-world.ts';
import type { Answer } from '../../support/world.ts';

const world = useWorld();
const manual = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const MSOS = 'provisionMobileSecurityObjects';
const RIVALS = 12;
const ROUNDS = runs(6);

/** Expects that exactly one request succeeded and that the others were refused with this reason. */
function expectOneWinner(answers: readonly Answer[], reason: Parameters<typeof expectRefusal>[1]): Answer {
  const [winner, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  for (const answer of answers) if (answer !== winner) expectRefusal(answer, reason);
  return winner as Answer;
}

const events = (id: string) =>
  rows(world(), 'select event from state_change where subject_id = ? order by change_id', id).map(
    ({ event }) => event,
  );

describe('Concurrent use of a nonce', () => {
  it('a nonce is used once: of concurrent registrations with different keys one succeeds', async () => {
    const device = await registeredDevice(world());
    await device.requestNonce();
    const { nonce = '' } = device.state;
    const bodies = await Promise.all(
      Array.from({ length: RIVALS }, () =>
        bodyOf(device, 'registerDevice', (copy) => copy.register(), { nonce: () => nonce }),
      ),
    );
    const leaves = bodies.map((body) => body.deviceIdentityCertificateChain[0]);
    expect(new Set(leaves).size).toBe(RIVALS);
    expectOneWinner(
      await Promise.all(bodies.map((body) => send(world(), 'registerDevice', body))),
      'invalidState',
    );
    expect(events(device.state.deviceReferenceId).filter((event) => event === 'register')).toHaveLength(2);
  });

  it('a registration whose nonce is replaced meanwhile fails, unless it used the nonce before', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const device = await registeredDevice(world());
      await device.requestNonce();
      const { nonce = '', deviceReferenceId } = device.state;
      const body = await bodyOf(device, 'registerDevice', (copy) => copy.register(), { nonce: () => nonce });
      const [registered, replaced] = await Promise.all([
        send(world(), 'registerDevice', body),
        world().operate('getDeviceRegistrationNonce', { deviceReferenceId }),
      ]);
      expect(replaced.status).toBe(200);
      if (registered.status !== 200) expectRefusal(registered, 'forbidden');
      const [row] = rows(
        world(),
        'select nonce from device where device_reference_id = ?',
        deviceReferenceId,
      );
      expect([replaced.body.nonce, null]).toContain(row?.nonce);
    }
  });
});

describe('Concurrent use of a code', () => {
  it('a code is used once: of concurrent proofings exactly one is accepted', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const devices = await Promise.all(Array.from({ length: RIVALS }, () => registeredDevice(world())));
    const ids = await Promise.all(devices.map((device) => device.proof(code)));
    const states = await Promise.all(devices.map((device) => device.proofingStatus()));
    const accepted = ids.filter((_, index) => states[index]?.accepted);
    expect(accepted).toHaveLength(1);
    expect(states.filter(({ rejected }) => rejected?.primaryRejection.evidenceMismatch)).toHaveLength(
      RIVALS - 1,
    );
    expect(
      rows(
        world(),
        'select used_by from pre_authorization_code where used_by in (select proofing_id from proofing where state = ?) and used_by = ?',
        'accepted',
        accepted[0],
      ),
    ).toHaveLength(1);
  });

  it('concurrent retries of one device with a code all get the same result', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const device = await registeredDevice(world());
    const bodies = await Promise.all(
      Array.from({ length: RIVALS }, () => bodyOf(device, 'proofUser', (copy) => copy.proof(code))),
    );
    for (const { status } of await Promise.all(bodies.map((body) => send(world(), 'proofUser', body))))
      expect(status).toBe(200);
    const [counted] = rows(
      world(),
      `select count(*) as n from proofing where state = 'accepted' and device_reference_id = ?`,
      device.state.deviceReferenceId,
    );
    expect(counted?.n).toBe(1);
  });
});

describe('Concurrent use of an id', () => {
  it('a proofing id belongs to the first device that sends it', async () => {
    const devices = await Promise.all(Array.from({ length: RIVALS }, () => registeredDevice(world())));
    const requests = devices.map(({ state }) => ({
      deviceReferenceId: state.deviceReferenceId,
      proofingId: 'contested',
      evidence: [],
    }));
    expectOneWinner(
      await Promise.all(requests.map((request) => world().operate('proofUser', request))),
      'invalidIdentifier',
    );
  });

  it('a credential id belongs to the first device that sends it', async () => {
    const phones = await Promise.all(Array.from({ length: RIVALS }, () => proofedPhone(world())));
    const requests = phones.map(({ ids }) => ({ ...ids, credentialId: 'contested' }));
    expectOneWinner(
      await Promise.all(requests.map((request) => world().operate('provisionCredential', request))),
      'invalidIdentifier',
    );
  });

  it('concurrent requests of one device for different credential ids create one live credential', async () => {
    const { ids } = await proofedPhone(world());
    const requests = Array.from({ length: RIVALS }, (_, index) => ({
      ...ids,
      credentialId: `rival-${index}`,
    }));
    const answers = await Promise.all(
      requests.map((request) => world().operate('provisionCredential', request)),
    );
    expectOneWinner(answers, 'invalidState');
  });
});

describe('Concurrent certification of keys', () => {
  it('a key is certified once: of concurrent batches that share a key one succeeds', async () => {
    const { device } = await activePhone(world(), 1, { encrypt: false });
    const body = await bodyOf(device, MSOS, (copy) => copy.refresh(1));
    const others = await Promise.all(
      Array.from({ length: RIVALS }, () => bodyOf(device, MSOS, (copy) => copy.refresh(1))),
    );
    const batches = others.map((other) => ({ ...body, authKeys: [...body.authKeys, ...other.authKeys] }));
    const answers = await Promise.all(batches.map((batch) => send(world(), MSOS, batch)));
    expectOneWinner(answers, 'invalidFieldValue');
  });

  it('concurrent batches with different keys are all certified', async () => {
    const { device } = await activePhone(world());
    const batch = () => bodyOf(device, MSOS, (copy) => copy.provisionMsos(2));
    const bodies = await Promise.all(Array.from({ length: RIVALS }, batch));
    const answers = await Promise.all(bodies.map((body) => send(world(), MSOS, body)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.mobileSecurityObjects).toHaveLength(2);
    }
  });

  it('if two proofs of provisioning are concurrent, exactly one is stored', async () => {
    const { device, ids } = await provisionedPhone(world());
    const bodies = await Promise.all(
      (['hardware', 'keystore'] as const).map((dialect) =>
        bodyOf(device, MSOS, (copy) => copy.provisionMsos(1), {
          proofOfProvisioning: (spec) => ({ ...spec, dialect }),
        }),
      ),
    );
    expectOneWinner(await Promise.all(bodies.map((body) => send(world(), MSOS, body))), 'invalidState');
    expect(events(ids.credentialId)).toEqual(['create', 'prove']);
  });
});

async function expectNoMsosKept({ ids }: Phone): Promise<void> {
  const sql =
    'select count(static_auth_data) as kept from issued_mso where credential_id = ? and version_id <> ?';
  const { credentialVersionId } = (await world().operate('getCredentialStatus', ids)).body;
  expect(rows(world(), sql, ids.credentialId, credentialVersionId)).toEqual([{ kept: 0 }]);
}

describe('The issuer and the wallet at the same time', () => {
  it('a credential that is revoked during a refresh ends revoked, and no MSO is kept', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = await activePhone(world(), 1, { encrypt: false });
      const body = await bodyOf(phone.device, MSOS, (copy) => copy.refresh(2));
      const [answer] = await Promise.all([
        send(world(), MSOS, body),
        world().admin('revokeCredential', { id: phone.ids.credentialId }),
      ]);
      if (answer.status !== 200) expectRefusal(answer, 'invalidState');
      expect((await phone.device.status()).credentialStatus).toEqual({ revoked: {} });
      const sql = 'select count(static_auth_data) as kept from issued_mso where credential_id = ?';
      expect(rows(world(), sql, phone.ids.credentialId)).toEqual([{ kept: 0 }]);
    }
  });

  it('if the data change during a refresh, the credential ends pending and no MSO of the old version is kept', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = await activePhone(world(), 1, { encrypt: false });
      const body = await bodyOf(phone.device, MSOS, (copy) => copy.refresh(2));
      const [answer] = await Promise.all([
        send(world(), MSOS, body),
        changeHolder(world(), phone.holderId, { weight: 60 + round }),
      ]);
      if (answer.status !== 200) expectRefusal(answer, 'invalidState');
      expect((await phone.device.status()).credentialStatus).toEqual({ provisionPending: {} });
      await expectNoMsosKept(phone);
      await phone.device.update(1);
    }
  });

  it('if the data change during the first proof of provisioning, the proof of the old version is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = await provisionedPhone(world(), { encrypt: false });
      const body = await bodyOf(phone.device, MSOS, (copy) => copy.provisionMsos(1));
      const [answer] = await Promise.all([
        send(world(), MSOS, body),
        changeHolder(world(), phone.holderId, { weight: 70 + round }),
      ]);
      expect([200, 400]).toContain(answer.status);
      expect((await phone.device.status()).credentialStatus).toEqual({ provisionPending: {} });
      expect(await phone.device.update(1)).toBe(true);
    }
  });

  it('if the data change while a credential is created, the credential has the newest data', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { device, holderId, ids } = await proofedPhone(world(), { encrypt: false });
      await Promise.all([device.provision(), changeHolder(world(), holderId, { weight: 80 + round })]);
      const sql =
        'select c.record_version as of_credential, h.record_version as of_holder from credential c join holder h using (holder_id) where c.device_reference_id = ?';
      expect(rows(world(), sql, ids.deviceReferenceId)).toEqual([{ of_credential: 2, of_holder: 2 }]);
      await device.update(1);
      await device.provision();
      expect(await device.provisionMsos(1)).toBe(1);
    }
  });

  it('if a holder is revoked while a credential is created, no live credential remains', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { device, holderId, ids } = await proofedPhone(world());
      await Promise.allSettled([device.provision(), world().admin('revokeHolder', { id: holderId })]);
      const sql = `select count(*) as n from credential where device_reference_id = ? and state in ('active', 'provisionPending')`;
      expect(rows(world(), sql, ids.deviceReferenceId)).toEqual([{ n: 0 }]);
    }
  });

  it('if a decision and a cancellation are concurrent, exactly one is executed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { device, ids } = await proofedPhone(manual());
      const [accepted, canceled] = await Promise.allSettled([
        manual().admin('acceptProofing', { id: ids.proofingId }),
        device.cancel(),
      ]);
      expect([accepted.status, canceled.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await device.proofingStatus()).toEqual(
        accepted.status === 'fulfilled' ? { accepted: {} } : { canceled: {} },
      );
    }
  });

  it('if several operators decide at the same time, exactly one decision is executed', async () => {
    const { ids } = await proofedPhone(manual());
    const id = ids.proofingId;
    const decisions = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => manual().admin('acceptProofing', { id })),
      ...Array.from({ length: 5 }, () => manual().admin('rejectProofing', { id })),
    ]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
