import { Command } from 'commander';
import { type Loaders, withCommands } from '../tree.ts';

const HELP = `
Examples:
  diptych wallet register --server http://127.0.0.1:8080
  diptych wallet proof --code CODE
  diptych wallet provision --count 5
  diptych wallet present --elements age_over_21,portrait
  diptych wallet register --fault untrusted-root
  diptych wallet provision --channel openid4vci --offer "$OFFER"`;

const COMMANDS: Loaders = {
  register: async () => (await import('./provision.ts')).registerCommand(),
  proof: async () => (await import('./provision.ts')).proofCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  cancel: async () => (await import('./status.ts')).cancelCommand(),
  provision: async () => (await import('./provision.ts')).provisionCommand(),
  refresh: async () => (await import('./provision.ts')).refreshCommand(),
  update: async () => (await import('./status.ts')).updateCommand(),
  present: async () => (await import('./present.ts')).presentCommand(),
  notify: async () => (await import('./status.ts')).notifyCommand(),
  delete: async () => (await import('./status.ts')).deleteCommand(),
  show: async () => (await import('./show.ts')).showCommand(),
  faults: async () => (await import('./faults.ts')).faultsCommand(),
};

/** The simulated phone on the command line. */
export function walletCommand(args?: readonly string[]): Promise<Command> {
  const command = new Command('wallet')
    .description('Simulate a phone, honest or hostile, that gets a document from an issuer')
    .addHelpText('after', HELP);
  return withCommands(command, COMMANDS, { path: ['wallet'], args });
}
