import { Command, Option } from 'commander';
import type { OperationName } from '../../issuer/contract/index.ts';
import { lazily } from '../lazily.ts';
import { WIDE } from '../table/table.ts';

/** The types demand every operation of the contract, without loading it. */
const OPERATIONS = Object.keys({
  healthCheck: true,
  proofUser: true,
  getProofingStatus: true,
  cancelProofing: true,
  provisionCredential: true,
  provisionMobileSecurityObjects: true,
  getCredentialStatus: true,
  notifyCredentialDeleted: true,
  getDeviceRegistrationNonce: true,
  registerDevice: true,
  getIdentityKey: true,
  getHybridEncryptionKey: true,
} satisfies Record<OperationName, true>);

export function faultsCommand(): Command {
  return new Command('faults')
    .description('List the faults of a hostile phone, and the answers of a correct issuer')
    .addOption(new Option('--operation <name>', 'only faults of this operation').choices(OPERATIONS))
    .option(...WIDE)
    .option('--json', 'print the list as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  diptych wallet faults\n  diptych wallet faults --operation registerDevice',
    )
    .action(lazily(async () => (await import('./commit-fault.ts')).list));
}
