import { CHALLENGE_KINDS, type ProofingStatus, REJECTION_REASONS } from '../../../issuer/contract/index.ts';
import { onlyFor } from '../../../wallet/faults/fault.ts';
import type { Device } from '../../../wallet/index.ts';
import type { Case, Need } from '../../case.ts';
import { Deviation, holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';
import { membersOf, refuses } from '../expect.ts';

type Row = Case<IssuerBench>;

/** The only member of the status. */
async function stateOf(device: Device): Promise<string> {
  const members = membersOf(await device.proofingStatus());
  holds(members.length === 1, `proofingStatus has ${members.length} members`);
  return members[0]!;
}

async function isState(device: Device, wanted: keyof ProofingStatus): Promise<void> {
  const state = await stateOf(device);
  holds(state === wanted, `the proofing is ${state}, not ${wanted}`);
}

function namesOne(given: object, kinds: object, what: string): void {
  const named = Object.keys(kinds).filter((kind) => kind in given).length;
  holds(named === 1, `${what} names ${named} kinds, not one`);
}

/** A device with a proofing that waits for a decision. */
async function heldDevice({ hook, newDevice }: IssuerBench): Promise<Device> {
  const { code, documentType } = await hook('issueHeldCode', {});
  const device = newDevice(documentType === undefined ? {} : { docType: documentType });
  await device.register();
  await device.proof(code);
  return device;
}

const proofingOf = ({ state }: Device) => state.proofing?.proofingId ?? '';

/** Sends the evidence again with the id of the first time. */
function again(device: Device, code: string): Promise<string> {
  const proofingId = proofingOf(device);
  return device.hostile({ request: onlyFor('proofUser', (body) => ({ ...body, proofingId })) }).proof(code);
}

const CODE = ['testRoot', 'code'] as const;
const HELD: readonly Need[] = ['testRoot', 'hook issueHeldCode'];
const DECIDED: readonly Need[] = [...HELD, 'hook decide'];

type Decision = 'accept' | 'reject' | 'challenge' | 'revoke';

async function decided(bench: IssuerBench, ...decisions: readonly Decision[]): Promise<Device> {
  const device = await heldDevice(bench);
  for (const decision of decisions) {
    // As phones ask again and again: a server could remember what it answered.
    await device.proofingStatus();
    await bench.hook('decide', { proofingId: proofingOf(device), decision });
  }
  return device;
}

/** States in which no credential can be provisioned, with the way to them. */
const NOT_APPROVED: readonly (readonly [
  name: string,
  decisions: readonly Decision[],
  after?: (device: Device) => Promise<void>,
])[] = [
  ['pending', []],
  ['challenged', ['challenge']],
  ['rejected', ['reject']],
  ['revoked', ['accept', 'revoke']],
  ['canceled', [], (device) => device.cancel()],
];

/** Proofings without decisions of a person. */
export const PROOFING_CASES: readonly Row[] = [
  {
    id: 'proofing.acknowledged',
    clause: 'proofing.acknowledged',
    title: 'ProofUser answers with the proofingId of the request',
    needs: ['testRoot'],
    async run({ own, issuer, newId }) {
      const { deviceReferenceId } = (await own('registered')).device.state;
      const proofingId = newId();
      const answer = await issuer.proofUser({ deviceReferenceId, proofingId, evidence: [] });
      holds(answer.proofingId === proofingId, 'the answer has another proofingId');
    },
  },
  {
    id: 'proofing.code',
    clause: 'proofing.evidence',
    title: 'A proofing with a code of the issuer is not rejected',
    needs: CODE,
    async run({ at }) {
      const state = await stateOf(await at('proofed'));
      holds(state !== 'rejected', 'the proofing is rejected');
    },
  },
  {
    id: 'proofing.status-member',
    clause: 'proofing.status',
    title: 'proofingStatus has exactly one member',
    needs: CODE,
    run: async ({ at }) => void (await stateOf(await at('proofed'))),
  },
  {
    id: 'proofing.wrong-code',
    clause: 'proofing.rejected',
    title: 'A code that the issuer never issued gives a rejected proofing with one reason',
    needs: ['testRoot'],
    async run({ at }) {
      const { rejected } = await (await at('rejected')).proofingStatus();
      if (!rejected) throw new Deviation('the proofing is not rejected');
      namesOne(rejected.primaryRejection, REJECTION_REASONS, 'primaryRejection');
    },
  },
  {
    id: 'proofing.wrong-code-private',
    clause: 'errors.personal-data',
    title: 'A rejection does not quote the code',
    needs: ['testRoot'],
    async run({ own, newId }) {
      const { device } = await own('registered');
      const code = `CANARY-${newId()}`;
      await device.proof(code);
      const isQuoted = JSON.stringify(await device.proofingStatus()).includes(code);
      holds(!isQuoted, 'the rejection has the code');
    },
  },
  {
    id: 'proofing.no-evidence',
    clause: 'ruling-40',
    title: 'A proofing without evidence is rejected with evidenceIncomplete',
    needs: ['testRoot'],
    async run({ own }) {
      const { device } = await own('registered');
      await device.proof([]);
      const { rejected } = await device.proofingStatus();
      holds(rejected?.primaryRejection.evidenceIncomplete !== undefined, 'it is not');
    },
  },
  {
    id: 'proofing.retry',
    clause: 'retries',
    title: 'The same evidence with the same proofingId is one proofing',
    needs: CODE,
    async run({ own, newCode }) {
      const { device } = await own('registered');
      const { code } = await newCode();
      await device.proof(code);
      const state = await stateOf(device);
      await again(device, code);
      await isState(device, state as keyof ProofingStatus);
    },
  },
  {
    id: 'proofing.race',
    clause: 'retries',
    title: 'Five requests with the same evidence and proofingId at once are one proofing',
    needs: CODE,
    async run({ own, newCode, together, newId }) {
      const { device } = await own('registered');
      const { code } = await newCode();
      const proofingId = newId();
      const send = () =>
        device.hostile({ request: onlyFor('proofUser', (body) => ({ ...body, proofingId })) }).proof(code);
      // Each fetches the encryption key first.
      await together(10, [send, send, send, send, send]);
      const status = device.hostile({ state: ({ state }) => ({ ...state, proofing: { proofingId } }) });
      holds((await stateOf(status)) !== 'rejected', 'the proofing is rejected');
    },
  },
  {
    id: 'proofing.code-once',
    clause: 'codes.once',
    title: 'A used code gives a rejected proofing on another device',
    needs: CODE,
    async run({ own, newCode }) {
      const { code } = await newCode();
      const [first, second] = [(await own('registered')).device, (await own('registered')).device];
      await first.proof(code);
      await second.proof(code);
      await isState(second, 'rejected');
    },
  },
  {
    id: 'proofing.code-race',
    clause: 'codes.once',
    title: 'Three devices that send the same code at once: two proofings are rejected',
    needs: CODE,
    async run({ own, newCode, together }) {
      const { code } = await newCode();
      const devices = [];
      for (let index = 0; index < 3; index += 1) devices.push((await own('registered')).device);
      // Each fetches the encryption key first.
      await together(
        6,
        devices.map((device) => () => device.proof(code)),
      );
      const states = [];
      for (const device of devices) states.push(await stateOf(device));
      const rejected = states.filter((state) => state === 'rejected').length;
      holds(rejected === 2, `${rejected} proofings are rejected`);
    },
  },
  {
    id: 'proofing.revoked-holder',
    clause: 'ruling-37',
    title: 'A proofing of a holder who was revoked is rejected with recordInvalid',
    needs: ['testRoot', 'hook issueCode', 'hook revokeHolder'],
    async run({ own, hook }) {
      const { device } = await own('registered');
      const { code, holder } = await hook('issueCode', {});
      await hook('revokeHolder', { holder });
      await device.proof(code);
      const { rejected } = await device.proofingStatus();
      holds(rejected?.primaryRejection.recordInvalid !== undefined, 'it is not');
    },
  },
];

/** Proofings that a person decides. */
export const DECISION_CASES: readonly Row[] = [
  {
    id: 'proofing.pending',
    clause: 'proofing.status',
    title: 'A proofing that waits for a decision is pending',
    needs: HELD,
    run: async (bench) => isState(await heldDevice(bench), 'pending'),
  },
  {
    id: 'proofing.accepted',
    clause: 'proofing.status',
    title: 'A proofing that was accepted is accepted, and its credential can be provisioned',
    needs: DECIDED,
    async run(bench) {
      const device = await decided(bench, 'accept');
      await isState(device, 'accepted');
      await device.provision();
    },
  },
  {
    id: 'proofing.rejected',
    clause: 'proofing.rejected',
    title: 'A proofing that was rejected is rejected with one reason',
    needs: DECIDED,
    async run(bench) {
      const { rejected } = await (await decided(bench, 'reject')).proofingStatus();
      if (!rejected) throw new Deviation('the proofing is not rejected');
      namesOne(rejected.primaryRejection, REJECTION_REASONS, 'primaryRejection');
    },
  },
  {
    id: 'proofing.challenged',
    clause: 'proofing.challenged',
    title: 'A proofing that was challenged names one challenge',
    needs: DECIDED,
    async run(bench) {
      const { challenged } = await (await decided(bench, 'challenge')).proofingStatus();
      if (!challenged) throw new Deviation('the proofing is not challenged');
      namesOne(challenged, CHALLENGE_KINDS, 'challenged');
    },
  },
  {
    id: 'proofing.revoked',
    clause: 'proofing.status',
    title: 'A proofing that the issuer revoked is revoked',
    needs: DECIDED,
    run: async (bench) => isState(await decided(bench, 'accept', 'revoke'), 'revoked'),
  },
  {
    id: 'proofing.cancel-pending',
    clause: 'proofing.cancel',
    title: 'CancelProofing of a pending proofing succeeds, and again when it is canceled',
    needs: HELD,
    async run(bench) {
      const device = await heldDevice(bench);
      await isState(device, 'pending');
      await device.cancel();
      await isState(device, 'canceled');
      await device.cancel();
      await isState(device, 'canceled');
    },
  },
  {
    id: 'proofing.cancel-challenged',
    clause: 'proofing.cancel',
    title: 'CancelProofing of a challenged proofing succeeds',
    needs: DECIDED,
    async run(bench) {
      const device = await decided(bench, 'challenge');
      await device.cancel();
      await isState(device, 'canceled');
    },
  },
  ...(['reject', 'revoke'] as const).map(
    (end): Row => ({
      id: `proofing.cancel-after-${end}`,
      clause: 'proofing.cancel',
      title: `CancelProofing after the issuer decided to ${end} is an invalidState`,
      needs: DECIDED,
      async run(bench) {
        const device = await decided(bench, ...(end === 'revoke' ? (['accept', end] as const) : [end]));
        await refuses(device.cancel(), { reason: 'invalidState', strict: true, note: bench.note });
      },
    }),
  ),
  ...NOT_APPROVED.map(
    ([name, decisions, after]): Row => ({
      id: `provision.${name}`,
      clause: 'provision.approved',
      title: `ProvisionCredential with a ${name} proofing is an invalidIdentifier`,
      needs: decisions.length > 0 ? DECIDED : HELD,
      async run(bench) {
        const device = await decided(bench, ...decisions);
        await after?.(device);
        await refuses(device.provision(), { reason: 'invalidIdentifier', strict: true, note: bench.note });
      },
    }),
  ),
];
