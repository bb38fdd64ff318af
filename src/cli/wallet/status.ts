import { describeCredential, describeProofing } from './describe.ts';
import { walletPart } from './part.ts';

export const statusCommand = () =>
  walletPart({
    name: 'status',
    description: 'Ask how the proofing and the credential stand',
    examples: ['status', 'status --json', 'status --fault status-unknown-credential'],
    async run(device) {
      const { proofing, credentialId, credential } = device.state;
      const proofingStatus = proofing && (await device.proofingStatus());
      const status = credentialId === undefined ? undefined : await device.status();
      const lines = [proofingStatus ? `proofing ${describeProofing(proofingStatus)}` : 'no proofing yet'];
      if (status) {
        const isOld = credential && credential.versionId !== status.credentialVersionId;
        lines.push(`credential ${describeCredential(status)}`);
        lines.push(
          isOld ? 'there is a new version: diptych wallet update' : `version ${status.credentialVersionId}`,
        );
      }
      return { answer: { proofingStatus, ...status }, text: lines.join('\n') };
    },
  });
