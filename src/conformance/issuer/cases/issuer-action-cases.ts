import { DAY, SECOND } from '../../../conventions/time.ts';
import type { Device } from '../../../wallet/index.ts';
import type { Case } from '../../case.ts';
import { Deviation, holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';
import { refuses } from '../expect.ts';
import { hasStatus } from './credential-cases.ts';

type Row = Case<IssuerBench>;

const credentialOf = ({ state }: Device) => state.credentialId ?? '';

/** A device whose credential the issuer revoked. */
async function revoked({ own, hook }: IssuerBench): Promise<Device> {
  const { device } = await own('active');
  await hook('revokeCredential', { credentialId: credentialOf(device) });
  return device;
}

const REVOKED = ['testRoot', 'code', 'hook revokeCredential'] as const;
const CHANGED = ['testRoot', 'hook issueCode', 'hook changeRecord'] as const;
const ACTION = ['testRoot', 'hook issueCode', 'hook requireAction'] as const;
/** Longer than the cases before the deadline take. */
const DEADLINE = (10 * DAY) / SECOND;

/** What the issuer does to a credential. */
export const ISSUER_ACTION_CASES: readonly Row[] = [
  {
    id: 'status.revoked',
    clause: 'status.revoked',
    title: 'A credential that the issuer revoked is revoked',
    needs: REVOKED,
    run: async (bench) => hasStatus(await revoked(bench), 'revoked'),
  },
  {
    id: 'status.revoked-final',
    clause: 'status.revoked',
    title: 'A revoked credential stays revoked when the wallet reports its deletion',
    needs: REVOKED,
    async run(bench) {
      const device = await revoked(bench);
      const { deviceReferenceId } = device.state;
      const ids = { deviceReferenceId, credentialId: credentialOf(device) };
      await bench.issuer.notifyCredentialDeleted(ids).catch(() => undefined);
      await hasStatus(device, 'revoked');
    },
  },
  {
    id: 'msos.revoked',
    clause: 'msos.active',
    title: 'A revoked credential gets no MSOs',
    needs: REVOKED,
    async run(bench) {
      const device = await revoked(bench);
      await refuses(device.refresh(1), { reason: 'invalidState', strict: false, note: bench.note });
    },
  },
  {
    id: 'provision.revoked-credential',
    clause: 'ruling-31',
    title: 'A revoked credential is not provisioned again',
    needs: REVOKED,
    async run(bench) {
      const device = await revoked(bench);
      await refuses(device.provision(), { reason: 'invalidState', strict: true, note: bench.note });
    },
  },
  {
    id: 'status.holder-revoked',
    clause: 'status.revoked',
    title: 'All credentials of a revoked holder are revoked',
    needs: ['testRoot', 'hook issueCode', 'hook revokeHolder'],
    async run({ own, hook }) {
      const { device, holder } = await own('active');
      await hook('revokeHolder', { holder: holder() });
      await hasStatus(device, 'revoked');
    },
  },
  {
    id: 'status.new-version',
    clause: 'status.new-version',
    title: 'A changed record makes the credential provisionPending in another version',
    needs: CHANGED,
    async run({ own, hook }) {
      const { device, holder } = await own('active');
      await hook('changeRecord', { holder: holder() });
      await hasStatus(device, 'provisionPending');
      const { credentialVersionId } = await device.status();
      holds(credentialVersionId !== device.state.credential?.versionId, 'the version is the same');
    },
  },
  {
    id: 'msos.stale-version',
    clause: 'msos.version',
    title: 'MSOs for an old version are an invalidState',
    needs: CHANGED,
    async run({ own, hook, note }) {
      const { device, holder } = await own('active');
      await hook('changeRecord', { holder: holder() });
      await refuses(device.refresh(1), { reason: 'invalidState', strict: true, note });
    },
  },
  {
    id: 'status.updated',
    clause: 'status.new-version',
    title: 'After it fetched the new version and proved it, the credential is active again',
    needs: CHANGED,
    async run({ own, hook }) {
      const { device, holder } = await own('active');
      await hook('changeRecord', { holder: holder() });
      holds(await device.update(1), 'there is no new version');
      await hasStatus(device, 'active');
    },
  },
  {
    id: 'status.action-beside-active',
    clause: 'status.action-beside',
    title: 'userActionRequired stands beside active, not alone',
    needs: ACTION,
    async run({ own, hook }) {
      const { device } = await own('active');
      await hook('requireAction', { credentialId: credentialOf(device), secondsUntilDeadline: DEADLINE });
      await hasStatus(device, 'active');
    },
  },
  {
    id: 'status.action-required',
    clause: 'status.action',
    title: 'userActionRequired has the deadline, and a reverification completes it',
    needs: ACTION,
    async run({ own, hook }) {
      const { device, holder } = await own('active');
      await hook('requireAction', { credentialId: credentialOf(device), secondsUntilDeadline: DEADLINE });
      const { userActionRequired } = (await device.status()).credentialStatus;
      if (!userActionRequired) throw new Deviation('credentialStatus has no userActionRequired');
      holds(
        /^\d{13}$/.test(userActionRequired.deadlineTimeMillis),
        'deadlineTimeMillis is no time in milliseconds',
      );
      const { code } = await hook('issueCode', { holder: holder() });
      await device.proof(code, { reverify: true });
      const after = (await device.status()).credentialStatus;
      holds(after.userActionRequired === undefined, 'the action is still required');
    },
  },
];

/** A rotation of the issuer's keys. */
export const ROTATION_CASES: readonly Row[] = [
  {
    id: 'keys.identity-rotation',
    clause: 'keys.rotation',
    title: 'At least 2 identity keys are returned during a rotation, and one afterwards',
    needs: ['hook rotateKey'],
    async run({ issuer, hook }) {
      const count = async () => (await issuer.getIdentityKey({})).issuerIdentityCertificate.length;
      await hook('rotateKey', { role: 'identity', finish: false });
      const during = await count();
      await hook('rotateKey', { role: 'identity', finish: true });
      const after = await count();
      holds(during >= 2, `${during} keys were returned during the rotation`);
      holds(after === 1, `${after} keys are returned after the rotation`);
    },
  },
  {
    id: 'keys.encryption-rotation',
    clause: 'errors.invalidPayloadEncryption',
    title: 'After a rotation, a value for the old encryption key is an invalidPayloadEncryption',
    needs: ['testRoot', 'hook rotateKey', 'hook issueCode'],
    async run({ issuer, own, hook, note }) {
      const keyOf = async () => (await issuer.getHybridEncryptionKey({})).issuerEncryptionCertificate;
      const { device } = await own('registered');
      let old: Parameters<NonNullable<Parameters<Device['hostile']>[0]['seal']>>[0]['recipient'] | undefined;
      const { code } = await hook('issueCode', {});
      const before = await keyOf();
      const seen = device.hostile({
        seal: (spec) => {
          old = spec.recipient;
          return spec;
        },
      });
      await seen.proof('A-CODE-THAT-NOBODY-GAVE-OUT');
      await hook('rotateKey', { role: 'encryption', finish: false });
      await hook('rotateKey', { role: 'encryption', finish: true });
      holds((await keyOf()) !== before, 'the key is the same');
      const late = device.hostile({ seal: (spec) => ({ ...spec, recipient: old ?? spec.recipient }) });
      await refuses(late.proof(code), { reason: 'invalidPayloadEncryption', strict: true, note });
    },
  },
];

/** What time does. These cases come last, because they move the clock. */
export const CLOCK_CASES: readonly Row[] = [
  {
    id: 'msos.later',
    clause: 'msos.content',
    title: 'MSOs of a later day end later',
    needs: ['testRoot', 'code', 'hook advanceClock'],
    async run({ own, hook }) {
      const { device } = await own('active');
      const last = () => Math.max(...device.state.authKeys.map(({ certified }) => certified?.expiresAt ?? 0));
      const before = last();
      await hook('advanceClock', { seconds: (2 * DAY) / SECOND });
      await device.refresh(1);
      holds(last() > before, 'they end at the same time');
    },
  },
  {
    id: 'nonce.expires',
    clause: 'ruling-27',
    title: 'A nonce of yesterday is an invalidState',
    needs: ['testRoot', 'hook advanceClock'],
    async run({ newDevice, hook, note }) {
      const device = newDevice();
      const nonce = await device.requestNonce();
      await hook('advanceClock', { seconds: DAY / SECOND });
      const late = device.hostile({ nonce: () => nonce });
      await refuses(late.register(), { reason: 'invalidState', strict: true, note });
    },
  },
  {
    id: 'status.deadline',
    clause: 'status.action',
    title: 'After the deadline of a required action the credential is revoked',
    needs: ['testRoot', 'code', 'hook requireAction', 'hook advanceClock'],
    async run({ own, hook }) {
      const { device } = await own('active');
      await hook('requireAction', { credentialId: credentialOf(device), secondsUntilDeadline: DEADLINE });
      await hook('advanceClock', { seconds: DEADLINE + 1 });
      await hasStatus(device, 'revoked');
    },
  },
];
