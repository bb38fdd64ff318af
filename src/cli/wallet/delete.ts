import { walletPart } from './part.ts';

export const deleteCommand = () =>
  walletPart({
    name: 'delete',
    description: 'Delete the credential and tell the issuer',
    examples: ['delete', 'delete --fault delete-foreign-credential'],
    async run(device) {
      const proof = await device.notifyDeleted();
      const { deletedCredentialId: credentialId } = device.state;
      const proofOfDeletion = Buffer.from(proof).toString('base64');
      return { answer: { credentialId, proofOfDeletion }, text: `credential ${credentialId} is deleted` };
    },
  });
