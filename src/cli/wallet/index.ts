import { Command } from 'commander';
import { faultsCommand } from './faults.ts';
import { presentCommand } from './present.ts';
import { proofCommand, provisionCommand, refreshCommand, registerCommand } from './provision.ts';
import { showCommand } from './show.ts';
import { cancelCommand, deleteCommand, statusCommand, updateCommand } from './status.ts';

const HELP = `
Examples:
  diptych wallet register --server http://127.0.0.1:8080
  diptych wallet proof --code CODE
  diptych wallet provision --count 5
  diptych wallet present --elements age_over_21,portrait
  diptych wallet register --fault untrusted-root`;

/** The simulated phone on the command line. */
export function walletCommand(): Command {
  const command = new Command('wallet')
    .description('Simulate a phone, honest or hostile, that gets a document from an issuer')
    .addHelpText('after', HELP);
  const parts = [
    registerCommand(),
    proofCommand(),
    statusCommand(),
    cancelCommand(),
    provisionCommand(),
    refreshCommand(),
    updateCommand(),
    presentCommand(),
    deleteCommand(),
    showCommand(),
    faultsCommand(),
  ];
  for (const part of parts) command.addCommand(part);
  return command;
}
