import { countOf } from './options.ts';
import { walletPart } from './part.ts';

interface Options {
  readonly count: string;
}

export const refreshCommand = () =>
  walletPart<Options>({
    name: 'refresh',
    description: 'Get more mobile security objects; expired ones are dropped',
    configure: (command) => command.option('--count <number>', 'authentication keys to certify', '3'),
    examples: ['refresh --count 5', 'refresh --fault reused-auth-key'],
    async run(device, { count }) {
      const mobileSecurityObjects = await device.refresh(countOf(count, 1));
      const unused = device.state.authKeys.filter(({ certified }) => certified).length;
      return {
        answer: { mobileSecurityObjects, unused },
        text: `${mobileSecurityObjects} more mobile security objects; ${unused} are unused`,
      };
    },
  });
