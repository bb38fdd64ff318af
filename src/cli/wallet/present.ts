import type { Options } from './presentation.ts';
import { walletPart } from './subcommand-of.ts';

export const presentCommand = () =>
  walletPart<Options>({
    name: 'present',
    description: 'Disclose elements to a reader; uses up one mobile security object',
    configure: (command) =>
      command
        .requiredOption('--elements <names>', 'identifier or namespace/identifier, separated by commas')
        .option(
          '--session-transcript <file>',
          'encoded SessionTranscript; default: a new one, written beside the response',
        )
        .option(
          '--trusted-roots <file>',
          'roots that the reader trusts, PEM; it then also checks the status lists',
        )
        .option('--out <file>', 'file for the DeviceResponse', 'device-response.cbor'),
    examples: [
      'present --elements age_over_21,portrait',
      'present --elements org.iso.18013.5.1/family_name --out response.cbor',
    ],
    run: async (device, options) => (await import('./presentation.ts')).present(device, options),
  });
