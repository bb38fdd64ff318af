import { type Command, Option } from 'commander';
import { PROOFING_WORDS } from '../../admin/contract/proofings/words.ts';
import type { ActionOptions } from '../admin/action-command.ts';
import { groupCommand } from '../admin/group-command.ts';
import { requestMembers } from '../admin/method-command.ts';
import { UsageError } from '../cli-errors.ts';
import { jsonOption } from '../options.ts';
import { proofingText, stateWithReason } from '../proofings/proofing-text.ts';
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
    getProofing: { text: proofingText },
    claimNextProofing: { text: ({ proofing }) => (proofing ? proofingText(proofing) : 'no proofing waits') },
    rejectProofing: { options: messageOptions('rejectProofing'), members: rejectionOf },
    challengeProofing: { options: messageOptions('challengeProofing'), members: detailOf },
    revokeProofing: { options: [WITH_CREDENTIAL], follow: revokeWithCredential, text: revokedText },
  });
