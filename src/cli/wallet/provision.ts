import { countOf } from './options.ts';
import { walletPart } from './part.ts';

interface Options {
  readonly count: string;
}

export const provisionCommand = () =>
  walletPart<Options>({
    name: 'provision',
    description: 'Fetch the credential, prove that it was stored, and get mobile security objects',
    configure: (command) =>
      command.option(
        '--count <number>',
        'authentication keys to certify; 0 only fetches the credential',
        '3',
      ),
    examples: [
      'provision',
      'provision --count 10',
      'provision --plain',
      'provision --fault pop-altered-value',
    ],
    async run(device, { count }) {
      const wanted = countOf(count, 0);
      const { namespaces } = await device.provision();
      const elements = namespaces.reduce((sum, namespace) => sum + namespace.elements.length, 0);
      const msos = wanted === 0 ? 0 : await device.provisionMsos(wanted);
      const { credentialId, credential } = device.state;
      const credentialVersionId = credential?.versionId;
      const next = wanted === 0 ? 'refresh' : 'present --elements family_name,birth_date';
      return {
        answer: { credentialId, credentialVersionId, elements, mobileSecurityObjects: msos },
        text: `credential ${credentialId} with ${elements} elements, ${msos} mobile security objects\nNext: diptych wallet ${next}`,
      };
    },
  });
