import { type Command, Option } from 'commander';
import { PROOFING_WORDS } from '../../admin/contract/proofings/words.ts';
import type { ActionOptions } from '../admin/action-command.ts';
import type { Connection } from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';
import { withHolderName } from '../admin/holder-names.ts';
import { requestMembers } from '../admin/method-command.ts';
import { UsageError } from '../cli-errors.ts';
import { jsonOption } from '../options.ts';
import { type Proofing, proofingText, stateWithReason } from '../proofings/proofing-text.ts';
import { revokedText, revokeWithCredential } from '../revoke-with-credential.ts';

/** Messages of a decision. Which of several reasons is the main one is only in a whole message. */
const messagesOf = (method: 'rejectProofing' | 'challengeProofing') =>
  (requestMembers(method).detail?.members ?? []).filter((name) => name !== 'primaryRejection');

/**
 * Options for the message to the wallet platform: one member of the message, or the whole message as JSON.
 */
const messageOptions = (method: 'rejectProofing' | 'challengeProofing'): readonly Option[] => [
  new Option('--reason <member>', 'reason that is sent to the wallet platform').choices(messagesOf(method)),
  new Option('--detail <json>', 'the whole message as JSON').conflicts('reason'),
];

function detailOf({ detail, reason }: ActionOptions): object {
  const given = reason === undefined ? jsonOption<object>(detail, '--detail') : { [reason]: {} };
  return given === undefined ? {} : { detail: given };
}

function rejectionOf(options: ActionOptions): object {
  const given = detailOf(options);
  if ('detail' in given) return given;
  throw new UsageError(`say why: --reason ${messagesOf('rejectProofing').join('|')}, or --detail`);
}

const namedText = async (proofing: Proofing, connection: Connection) =>
  proofingText(await withHolderName(connection, proofing));

const WITH_CREDENTIAL = new Option(
  '--with-credential',
  'also revoke the credential that was provisioned with it; otherwise asks at a terminal',
);

export const proofingsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('proofings', PROOFING_WORDS, args, {
    claimProofing: {
      text: ({ claim }, id) => `${id} is yours until ${claim?.expireTime ?? 'another one takes it over'}`,
    },
    listProofings: { cells: { state: stateWithReason } },
    getProofing: { text: (proofing, _, __, connection) => namedText(proofing, connection) },
    claimNextProofing: {
      text: ({ proofing }, _, __, connection) =>
        proofing ? namedText(proofing, connection) : 'no proofing waits',
    },
    rejectProofing: { options: messageOptions('rejectProofing'), members: rejectionOf },
    challengeProofing: { options: messageOptions('challengeProofing'), members: detailOf },
    revokeProofing: { options: [WITH_CREDENTIAL], follow: revokeWithCredential, text: revokedText },
  });
