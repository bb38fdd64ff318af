import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rows } from '../../support/database.ts';
import { registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { property } from '../../support/runs.ts';
import { useWorld } from '../../support/use-world.ts';

const PER_DEVICE = 4;
const world = useWorld({
  settings: { 'issuer.maxDevicesPerHolder': 1, 'issuer.codes.wrongPerDevice': PER_DEVICE },
});
const TIMEOUT = 240_000;

const evidenceOf = (code: string) => [
  { preAuthorizationCode: { unencryptedValue: Buffer.from(code).toString('base64') } },
];

/** 1 to 8 concurrent requests, each with a random device and proofing. */
const requests = fc.array(fc.record({ device: fc.nat(2), proofing: fc.nat(3) }), {
  minLength: 1,
  maxLength: 8,
});

const accepted = (holderId: string) =>
  rows(world(), `select * from proofing where holder_id = ? and state = 'accepted'`, holderId);

describe('Concurrent proofings', () => {
  it(
    'N4, U11: if several devices use one code, with retries, one proofing is accepted and each retry gets the same answer',
    async () => {
      const devices = await Promise.all([0, 1, 2].map(() => registeredDevice(world())));
      await fc.assert(
        fc.asyncProperty(requests, fc.uuid(), async (sent, round) => {
          const holderId = await newHolder(world());
          const evidence = evidenceOf(await codeFor(world(), holderId));
          const answers = await Promise.all(
            sent.map(({ device, proofing }) =>
              world().operate('proofUser', {
                deviceReferenceId: devices[device]?.state.deviceReferenceId,
                proofingId: `${round} ${device} ${proofing}`,
                evidence,
              }),
            ),
          );
          expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
          expect(accepted(holderId)).toHaveLength(1);
          const sql = 'select count(*) as n from proofing where proofing_id like ?';
          const proofings = new Set(sent.map(({ device, proofing }) => `${device} ${proofing}`));
          expect(rows(world(), sql, `${round} %`)).toEqual([{ n: proofings.size }]);
          world().advance(3_600_000);
        }),
        property(12),
      );
    },
    TIMEOUT,
  );

  it(
    'if a holder may have one device, only one of several concurrent proofings with different codes is accepted',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 2, max: 6 }), async (count) => {
          const holderId = await newHolder(world());
          const phones = await Promise.all(
            Array.from({ length: count }, async () => ({
              device: await registeredDevice(world()),
              code: await codeFor(world(), holderId),
            })),
          );
          await Promise.all(phones.map(({ device, code }) => device.proof(code)));
          expect(accepted(holderId)).toHaveLength(1);
          const statuses = await Promise.all(phones.map(({ device }) => device.proofingStatus()));
          const full = statuses.filter(({ rejected }) => rejected?.primaryRejection.maxProvisioningsReached);
          expect(full).toHaveLength(count - 1);
        }),
        property(6),
      );
    },
    TIMEOUT,
  );

  it(
    'N4: of concurrent wrong codes of one device never more than the limit are checked',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (count) => {
          const device = await registeredDevice(world());
          const { deviceReferenceId } = device.state;
          await Promise.all(
            Array.from({ length: count }, (_, index) =>
              world().operate('proofUser', {
                deviceReferenceId,
                proofingId: `${deviceReferenceId} ${index}`,
                evidence: evidenceOf(`guess ${index}`),
              }),
            ),
          );
          const sql =
            'select rejection_cause as cause, count(*) as n from proofing where device_reference_id = ? group by 1 order by 1 desc';
          const looked = Math.min(count, PER_DEVICE);
          expect(rows(world(), sql, deviceReferenceId)).toEqual([
            { cause: 'codeUnknown', n: looked },
            ...(count > looked ? [{ cause: 'attemptsUsedUp', n: count - looked }] : []),
          ]);
        }),
        property(8),
      );
    },
    TIMEOUT,
  );
});
