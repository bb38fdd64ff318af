import { countOf } from './options.ts';
import { walletPart } from './part.ts';

interface Options {
  readonly count: string;
}

export const updateCommand = () =>
  walletPart<Options>({
    name: 'update',
    description: 'Take over a new version of the credential, if there is one',
    configure: (command) => command.option('--count <number>', 'authentication keys to certify', '3'),
    examples: ['update', 'update --count 10'],
    async run(device, { count }) {
      const updated = await device.update(countOf(count, 0));
      const credentialVersionId = device.state.credential?.versionId;
      return {
        answer: { updated, credentialVersionId },
        text: updated ? `updated to version ${credentialVersionId}` : 'the phone holds the newest version',
      };
    },
  });
