import { Option } from 'commander';
import { UsageError } from '../cli-errors.ts';
import { describeCredential, describeProofing } from './describe-status.ts';
import { countOf, withVciOptions } from './options.ts';
import { walletPart } from './subcommand-of.ts';

export const statusCommand = () =>
  walletPart({
    name: 'status',
    description: 'Get the status of the proofing and of the credential',
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

interface Options {
  readonly count: string;
}

export const updateCommand = () =>
  walletPart<Options>({
    name: 'update',
    description: 'Get the new version of the credential, if there is one',
    configure: (command) => command.option('--count <number>', 'authentication keys to certify', '3'),
    examples: ['update', 'update --count 10'],
    async run(device, { count }) {
      const updated = await device.update(countOf(count, 0));
      const credentialVersionId = device.state.credential?.versionId;
      return {
        answer: { updated, credentialVersionId },
        text: updated ? `updated to version ${credentialVersionId}` : 'the phone holds the latest version',
      };
    },
  });

export const cancelCommand = () =>
  walletPart({
    name: 'cancel',
    description: 'Cancel the proofing',
    examples: ['cancel', 'cancel --fault cancel-after-decision'],
    async run(device) {
      await device.cancel();
      const proofingId = device.state.proofing?.proofingId;
      return { answer: { proofingId }, text: `proofing ${proofingId} is canceled` };
    },
  });

export const deleteCommand = () =>
  walletPart({
    name: 'delete',
    description: 'Delete the credential and notify the issuer',
    configure: withVciOptions,
    examples: ['delete', 'delete --fault delete-foreign-credential', 'delete --channel openid4vci'],
    async run(device) {
      const proof = await device.notifyDeleted();
      const { deletedCredentialId: credentialId } = device.state;
      const proofOfDeletion = Buffer.from(proof).toString('base64');
      return { answer: { credentialId, proofOfDeletion }, text: `credential ${credentialId} is deleted` };
    },
  });

/** Events of OpenID4VCI 1.0, 11.1. */
const EVENTS = ['accepted', 'failure', 'deleted'] as const;

export const notifyCommand = () =>
  walletPart<{ readonly event: (typeof EVENTS)[number] }>({
    name: 'notify',
    description: 'Tell an issuer by OpenID4VCI what became of the last batch',
    configure: (command) =>
      withVciOptions(command).addOption(
        new Option('--event <name>', 'what became of it').choices(EVENTS).default('accepted'),
      ),
    examples: [
      'notify --channel openid4vci',
      'notify --event failure',
      'notify --fault notification-unknown-id',
    ],
    run: () =>
      Promise.reject(
        new UsageError('this is for openid4vci; the wallet platform is told by `diptych wallet delete`'),
      ),
  });
