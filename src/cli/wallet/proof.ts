import { UsageError } from '../exit.ts';
import { describeProofing } from './describe.ts';
import { walletPart } from './part.ts';

interface Options {
  readonly code?: string;
  readonly withoutEvidence?: boolean;
  readonly reverify?: boolean;
}

function evidenceOf({ code, withoutEvidence = false }: Options) {
  if (code !== undefined && !withoutEvidence) return code;
  if (code === undefined && withoutEvidence) return [];
  throw new UsageError('either --code CODE or --without-evidence');
}

export const proofCommand = () =>
  walletPart<Options>({
    name: 'proof',
    description: 'Send evidence of who the user is',
    configure: (command) =>
      command
        .option('--code <code>', 'pre-authorization code from the issuer')
        .option('--without-evidence', 'send none, to see how the issuer takes it')
        .option('--reverify', 'for the credential that the phone holds'),
    examples: ['proof --code CODE', 'proof --code CODE --reverify', 'proof --fault code-tampered-ciphertext'],
    async run(device, options) {
      const proofingId = await device.proof(evidenceOf(options), { reverify: options.reverify ?? false });
      const proofingStatus = await device.proofingStatus();
      return {
        answer: { proofingId, proofingStatus },
        text: `proofing ${proofingId} is ${describeProofing(proofingStatus)}`,
        isRefused: proofingStatus.rejected !== undefined,
      };
    },
  });
