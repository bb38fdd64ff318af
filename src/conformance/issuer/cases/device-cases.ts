import type { Case } from '../../case.ts';
import { Deviation, holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';

type Row = Case<IssuerBench>;

/** Registration as an honest phone does it. */
export const DEVICE_CASES: readonly Row[] = [
  {
    id: 'register.honest',
    clause: 'register.chain',
    title: 'A phone with hardware of the test root registers',
    needs: ['testRoot'],
    run: ({ newDevice }) => newDevice().register(),
  },
  {
    id: 'register.keystore',
    clause: 'ruling-28',
    title: 'A phone whose key has no tag 721 registers',
    needs: ['testRoot'],
    run: ({ newDevice }) => newDevice({ profile: 'keystore' }).register(),
  },
  {
    id: 'register.retry',
    clause: 'retries',
    title: 'The same chain again is a retry, also after its nonce was used',
    needs: ['testRoot'],
    async run({ issuer, own }) {
      const { state } = (await own('registered')).device;
      const chain = state.identity?.chain ?? [];
      await issuer.registerDevice({
        deviceReferenceId: state.deviceReferenceId,
        deviceIdentityCertificateChain: chain.map((one) => Buffer.from(one).toString('base64')),
      });
    },
  },
  {
    id: 'register.another-key',
    clause: 'ruling-42',
    title: 'A phone without a live credential registers another key',
    needs: ['testRoot'],
    async run({ own }) {
      const { device } = await own('registered');
      await device.register();
    },
  },
  {
    id: 'register.nonce-of-another-device',
    clause: 'register.chain',
    title: 'RegisterDevice refuses an attestation with the nonce of another device',
    needs: ['testRoot'],
    async run({ at, newDevice }) {
      const foreign = await newDevice().requestNonce();
      await at('registered');
      const hostile = newDevice().hostile({
        nonce: async (ask) => {
          await ask();
          return foreign;
        },
      });
      const isAccepted = await hostile.register().then(
        () => true,
        () => false,
      );
      if (isAccepted) throw new Deviation('the request was accepted');
      holds(hostile.state.identity?.registered !== true, 'the device is registered');
    },
  },
];
