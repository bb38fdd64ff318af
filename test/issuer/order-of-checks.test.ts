import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { remedyText } from '../../src/conventions/without-marks.ts';
import type { CheckRow } from '../../src/issuer/checks.ts';
import { OPERATION_NAMES, type OperationName } from '../../src/issuer/contract/index.ts';
import { COMMON_CHECKS, OPERATION_CHECKS } from '../../src/issuer/order-of-checks.ts';
import { REMEDY_OF_REASON } from '../../src/issuer/remedies.ts';
import { execute } from '../support/database.ts';
import {
  activePhone,
  type Body,
  bodyOf,
  newDevice,
  type Phone,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
} from '../support/devices.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';
import { ISSUER_ID, type World } from '../support/world.ts';

const world = useWorld();
const strict = useWorld({ settings: { 'issuer.plaintext': false } });
const guarded = useWorld({
  settings: { 'issuer.callers.pins': [`${'A'.repeat(43)}=`], 'issuer.callers.proxies': ['127.0.0.1'] },
});

/** A request that fails two consecutive checks; `text` replaces the JSON of the body. */
interface Pair {
  readonly says: RegExp;
  readonly fails: () => Promise<{ readonly body?: Body; readonly text?: string; readonly in?: World }>;
}

/** For each check of an operation, a request that fails this check and the previous one, or the reason why none can. */
type Pairs = readonly (Pair | string)[];

const pair = (says: RegExp, fails: Pair['fails']): Pair => ({ says, fails });
const UNKNOWN_DEVICE = { deviceReferenceId: 'unknown-device' };
const METADATA = { requestId: 'r', version: { major: 1 }, issuerId: ISSUER_ID };
const OTHER_VERSION = { ...METADATA, version: { major: 9 }, issuerId: 'other' };
const DEVICE_UNKNOWN = /^deviceReferenceId is unknown/;
const fieldsBeforeDevice = pair(/unset: /, async () => ({
  body: { requestMetadata: METADATA, ...UNKNOWN_DEVICE },
}));
const body = (members: object): Body => ({ requestMetadata: METADATA, ...members });

const revoked = async (made: Phone): Promise<Phone> => {
  await world().admin('revokeCredential', { id: made.ids.credentialId });
  return made;
};
/** Changes the database, because no request assigns a live credential to another key. */
const ofOtherKey = (made: Phone): Phone => {
  const sql = 'update credential set identity_key_hash = ? where credential_id = ?';
  execute(world().server.context.folder.database, sql, Buffer.alloc(32, 7), made.ids.credentialId);
  return made;
};
const forged = { ownership: (spec: Body, { newKey }: Body) => ({ ...spec, signer: newKey() }) };
const proofBody = async ({ device }: Phone) => {
  const code = await codeFor(world(), await newHolder(world()));
  return bodyOf(device, 'proofUser', (copy) => copy.proof(code), forged);
};
const provisionBody = ({ device }: Pick<Phone, 'device'>, tampering = {}) =>
  bodyOf(device, 'provisionCredential', (copy) => copy.provision(), tampering);
const refreshBody = ({ device }: Phone, keys = 1) =>
  bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.refresh(keys));
const firstMsosBody = ({ device }: Phone, tampering = {}) =>
  bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1), tampering);
const badSignature = (good: Body) => ({
  deviceEncryptionKey: { ...good.deviceEncryptionKey, signature: 'AAAA' },
});

const about = (subject: 'proofingId' | 'credentialId'): Pairs => [
  fieldsBeforeDevice,
  pair(DEVICE_UNKNOWN, async () => ({ body: body({ ...UNKNOWN_DEVICE, [subject]: 'unknown' }) })),
];

const PAIRS: Readonly<Record<OperationName, Pairs>> = {
  healthCheck: [],
  getDeviceRegistrationNonce: [],
  getIdentityKey: [],
  getHybridEncryptionKey: [],
  getProofingStatus: about('proofingId'),
  getCredentialStatus: about('credentialId'),
  notifyCredentialDeleted: about('credentialId'),
  cancelProofing: [
    ...about('proofingId'),
    pair(/^proofingId is unknown/, async () => {
      const [one, accepted] = [await proofedPhone(world()), await proofedPhone(world())];
      return { body: body({ ...one.ids, proofingId: accepted.ids.proofingId }) };
    }),
  ],
  proofUser: [
    pair(/^unset: .*proofingId/, async () => ({ body: body({ ...UNKNOWN_DEVICE, evidence: [{}] }) })),
    pair(/unencryptedInteger does not apply$/, async () => ({
      body: body({
        ...UNKNOWN_DEVICE,
        proofingId: 'p',
        evidence: [{ preAuthorizationCode: { unencryptedInteger: 5 } }],
      }),
    })),
    pair(/^unset: evidence.0.preAuthorizationCode.encryptedData$/, async () => ({
      body: body({ ...UNKNOWN_DEVICE, proofingId: 'p', evidence: [{ preAuthorizationCode: {} }] }),
    })),
    pair(DEVICE_UNKNOWN, async () => {
      const { ids } = await proofedPhone(world());
      return { body: body({ ...UNKNOWN_DEVICE, proofingId: ids.proofingId }) };
    }),
    pair(/^proofingId is unknown/, async () => {
      const [one, { ids }] = [await proofedPhone(world()), await provisionedPhone(world())];
      const reverificationContext = { credentialId: ids.credentialId };
      return { body: body({ ...one.ids, proofingId: ids.proofingId, reverificationContext }) };
    }),
    pair(/^credentialId is unknown/, async () => {
      const [one, { ids }] = [await proofedPhone(world()), await revoked(await provisionedPhone(world()))];
      const reverificationContext = { credentialId: ids.credentialId };
      return { body: body({ ...one.ids, proofingId: randomUUID(), reverificationContext }) };
    }),
    pair(/cannot be reverified$/, async () => {
      const made = await revoked(await provisionedPhone(world()));
      const reverificationContext = { credentialId: made.ids.credentialId };
      return { body: { ...(await proofBody(made)), reverificationContext } };
    }),
    pair(/is not a proof of ownership/, async () => {
      const made = await proofedPhone(world());
      return { body: { ...(await proofBody(made)), proofingId: made.ids.proofingId } };
    }),
  ],
  provisionCredential: [
    pair(/^unset: credentialId/, async () => ({
      body: body({ ...UNKNOWN_DEVICE, proofingId: 'p' }),
      in: strict(),
    })),
    pair(/^unset: deviceEncryptionKey/, async () => ({
      body: body({ ...UNKNOWN_DEVICE, proofingId: 'p', credentialId: 'c' }),
      in: strict(),
    })),
    pair(DEVICE_UNKNOWN, async () => {
      const { ids } = await proofedPhone(world());
      return { body: body({ ...UNKNOWN_DEVICE, proofingId: ids.proofingId, credentialId: 'c' }) };
    }),
    pair(/^proofingId is unknown/, async () => {
      const [one, other] = [await proofedPhone(world()), await proofedPhone(world())];
      await world().admin('revokeProofing', { id: other.ids.proofingId });
      return { body: { ...(await provisionBody(one)), proofingId: other.ids.proofingId } };
    }),
    pair(/^proofingId names no accepted proofing/, async () => {
      const [one, { ids }] = [await proofedPhone(world()), await provisionedPhone(world())];
      const good = await provisionBody(one);
      await world().admin('revokeProofing', { id: one.ids.proofingId });
      return { body: { ...good, credentialId: ids.credentialId } };
    }),
    pair(/^credentialId is unknown/, async () => {
      const [one, { ids }] = [await proofedPhone(world()), await revoked(await provisionedPhone(world()))];
      return { body: { ...(await provisionBody(one)), credentialId: ids.credentialId } };
    }),
    pair(/cannot take the event "provision"/, async () => {
      const made = await provisionedPhone(world());
      const good = await provisionBody(made);
      ofOtherKey(await revoked(made));
      return { body: good };
    }),
    pair(/is of another identity key/, async () => {
      const good = await provisionBody(ofOtherKey(await provisionedPhone(world())));
      return { body: { ...good, ...badSignature(good) } };
    }),
    pair(/^deviceEncryptionKey.signature is not/, async () => {
      const good = await provisionBody(await activePhone(world()));
      return { body: { ...good, credentialId: randomUUID(), ...badSignature(good) } };
    }),
    pair(/has a live credential already/, async () => {
      const made = await revoked(await provisionedPhone(world()));
      const { proofingId } = made.ids;
      await made.device.proof(await codeFor(world(), made.holderId));
      const good = await provisionBody(made);
      const second = { ...good, credentialId: randomUUID() };
      expect((await world().post('/v1/vdc/provisionCredential', JSON.stringify(second))).status).toBe(200);
      return { body: { ...good, proofingId, credentialId: randomUUID() } };
    }),
    pair(/the credential of this proofing was revoked/, async () => {
      const made = await provisionedPhone(world());
      const good = await provisionBody(made);
      await world().admin('revokeHolder', { id: made.holderId });
      return { body: { ...good, credentialId: randomUUID() } };
    }),
    'the credentials of a revoked record are revoked, so it is on no device',
  ],
  provisionMobileSecurityObjects: [
    pair(/^unset: credentialId/, async () => ({
      body: body({ ...UNKNOWN_DEVICE, credentialVersionId: 'v', authKeys: Array(101).fill({}) }),
    })),
    pair(/^authKeys holds more than/, async () => ({
      body: body({
        ...UNKNOWN_DEVICE,
        credentialId: 'c',
        credentialVersionId: 'v',
        authKeys: Array(101).fill({}),
      }),
    })),
    pair(/^unset: authKeys.0.encryptedData$/, async () => ({
      body: body({ ...UNKNOWN_DEVICE, credentialId: 'c', credentialVersionId: 'v', authKeys: [{}] }),
      in: strict(),
    })),
    pair(/^unset: deviceEncryptionKey/, async () => ({
      body: body({ ...UNKNOWN_DEVICE, credentialId: 'c', credentialVersionId: 'v' }),
      in: strict(),
    })),
    pair(DEVICE_UNKNOWN, async () => ({
      body: body({ ...UNKNOWN_DEVICE, credentialId: 'c', credentialVersionId: 'v' }),
    })),
    pair(/^credentialId is unknown/, async () => {
      const good = await refreshBody(await activePhone(world()));
      const { ids } = await revoked(await provisionedPhone(world()));
      return { body: { ...good, credentialId: ids.credentialId } };
    }),
    pair(/cannot take the event "refresh"/, async () => {
      const made = await activePhone(world());
      const good = await refreshBody(made);
      ofOtherKey(await revoked(made));
      return { body: good };
    }),
    pair(/is of another identity key/, async () => {
      const good = await refreshBody(ofOtherKey(await activePhone(world())));
      return { body: { ...good, credentialVersionId: 'old' } };
    }),
    pair(/^credentialVersionId is not the newest/, async () => {
      const good = await refreshBody(await activePhone(world()));
      return { body: { ...good, credentialVersionId: 'old', ...badSignature(good) } };
    }),
    pair(/^deviceEncryptionKey.signature is not/, async () => {
      const good = await firstMsosBody(await provisionedPhone(world()), {
        proofOfProvisioning: (spec: Body, { newKey }: Body) => ({ ...spec, signer: newKey() }),
      });
      return { body: { ...good, ...badSignature(good) } };
    }),
    pair(/^proofOfProvisioning/, async () => {
      const signedByOther = (spec: Body, { newKey }: Body) => ({ ...spec, signer: newKey() });
      const tampering = { proofOfProvisioning: signedByOther, authKey: signedByOther };
      return { body: await firstMsosBody(await provisionedPhone(world()), tampering) };
    }),
    pair(/^authKeys\.1/, async () => {
      const made = await activePhone(world());
      const known = await refreshBody(made);
      expect(
        (await world().post('/v1/vdc/provisionMobileSecurityObjects', JSON.stringify(known))).status,
      ).toBe(200);
      return { body: { ...known, authKeys: [...known.authKeys, { unencryptedValue: 'AAAA' }] } };
    }),
  ],
  registerDevice: [
    'deviceReferenceId is the only required field, and without it no other check has a device',
    pair(/^unset: deviceIdentityCertificateChain/, async () => ({ body: body(UNKNOWN_DEVICE) })),
    pair(DEVICE_UNKNOWN, async () => ({
      body: body({ ...UNKNOWN_DEVICE, deviceIdentityCertificateChain: ['AAAA'] }),
    })),
    pair(/^no registration nonce is open/, async () => {
      const { device } = await activePhone(world());
      const chain = ['AAAA'];
      return { body: body({ ...device.state, deviceIdentityCertificateChain: chain }) };
    }),
    pair(/its key cannot change$/, async () => {
      const { device } = await activePhone(world());
      await device.requestNonce();
      return { body: body({ ...device.state, deviceIdentityCertificateChain: ['AAAA'] }) };
    }),
    pair(/^the device attestation was refused/, async () => {
      const [owner, device] = [await registeredDevice(world()), newDevice(world())];
      await device.requestNonce();
      return {
        body: await bodyOf(device, 'registerDevice', (copy) => copy.register(), {
          identityKey: () => owner.state.identity!.key,
          nonce: () => 'another nonce',
        }),
      };
    }),
  ],
};

const COMMON: Pairs = [
  pair(/./, async () => ({ text: '{', in: guarded() })),
  pair(/twice|repeated|more than once/, async () => ({ text: '{"clientMessage":"a","clientMessage":"b"}' })),
  pair(/^unset: requestMetadata.requestId/, async () => ({
    body: { requestMetadata: { ...OTHER_VERSION, requestId: '' } },
  })),
  pair(/^this version is not served/, async () => ({ body: { requestMetadata: OTHER_VERSION } })),
  pair(/names an issuer that is not served/, async () => ({
    body: { requestMetadata: { ...METADATA, issuerId: 'other' }, clientMessage: 5 },
  })),
];

async function expectFirst(operation: OperationName, { fails, says }: Pair, first: CheckRow) {
  const failing = await fails();
  const text = failing.text ?? JSON.stringify(failing.body);
  const asked = failing.in ?? world();
  const answer = await asked.post(`/v1/vdc/${operation}`, text);
  const reason = first.reasons.find((one) => one in answer.body);
  expect(answer.body.errorDescription).toMatch(says);
  expectRefusal(answer, reason as Parameters<typeof expectRefusal>[1]);
  // Requests of callers that are not admitted are not kept.
  if (first.step === 'caller') return;
  const { requests } = await asked.admin('getRequest', { id: answer.body.issuerErrorIdentifier });
  expect(requests[0]?.condition).toBe(first.name);
  const remedy = first.remedies?.[reason!] ?? remedyText(REMEDY_OF_REASON[reason!]);
  if (requests[0]?.failedCheck?.startsWith('attestation')) expect(requests[0].remedy).not.toBe(remedy);
  else expect(requests[0]?.remedy).toBe(remedy);
}

describe('The order of checks: a request that fails two consecutive checks is refused by the first', () => {
  it('every check of an operation has its own name, by which the log names it', () => {
    for (const name of OPERATION_NAMES) {
      const names = [...COMMON_CHECKS, ...OPERATION_CHECKS[name]].map((row) => row.name);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('ids, states and what is not allowed have a remedy of the check that refuses them, not one for all checks', () => {
    const general = ['invalidIdentifier', 'invalidState', 'forbidden'] as const;
    // The remedies of attestations depend on what was wrong in them.
    for (const operation of OPERATION_NAMES)
      for (const { name, reasons, remedies } of [...COMMON_CHECKS, ...OPERATION_CHECKS[operation]])
        for (const reason of general)
          if (reasons.includes(reason) && !name.includes('attestation'))
            expect(remedies?.[reason], `${operation}, ${name}: ${reason}`).toMatch(/^[A-Z].+\.$/);
  });

  it('only the check of the issuerId tells the wallet to send another issuerId', () => {
    const rows = OPERATION_NAMES.flatMap((operation) => [...COMMON_CHECKS, ...OPERATION_CHECKS[operation]]);
    const naming = rows.filter(({ remedies }) => JSON.stringify(remedies)?.includes('issuerId'));
    expect(new Set(naming.map(({ name }) => name))).toEqual(new Set(['issuerId is that of this issuer']));
  });

  it('every check is in the list of this suite', () => {
    expect(COMMON).toHaveLength(COMMON_CHECKS.length - 1);
    for (const name of OPERATION_NAMES) expect(PAIRS[name], name).toHaveLength(OPERATION_CHECKS[name].length);
  });

  for (const [index, given] of COMMON.entries()) {
    const [first, second] = COMMON_CHECKS.slice(index, index + 2);
    it(`in every request "${first?.name}" is checked before "${second?.name}"`, () =>
      expectFirst('healthCheck', given as Pair, first as CheckRow));
  }

  for (const name of OPERATION_NAMES) {
    const rows = [COMMON_CHECKS.at(-1)!, ...OPERATION_CHECKS[name]];
    for (const [index, given] of PAIRS[name].entries()) {
      const [first, second] = [rows[index]!, rows[index + 1]!];
      if (typeof given === 'string') continue;
      it(`${name} checks "${first.name}" before "${second.name}"`, () => expectFirst(name, given, first));
    }
  }
});
