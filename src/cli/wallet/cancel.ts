import { walletPart } from './part.ts';

export const cancelCommand = () =>
  walletPart({
    name: 'cancel',
    description: 'Cancel the proofing',
    examples: ['cancel', 'cancel --fault cancel-after-decision'],
    async run(device) {
      await device.cancel();
      const proofingId = device.state.proofing?.proofingId;
      return { answer: { proofingId }, text: `proofing ${proofingId} is canceled` };
    },
  });
