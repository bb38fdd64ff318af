import { Command, Option } from 'commander';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { type ActionOptions, actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { methodCommand, requestMembers } from '../admin/method-command.ts';
import { UsageError } from '../failures.ts';
import { jsonOption } from '../options.ts';
import { facts, print } from '../output.ts';
import { revokedText, revokeWithCredential } from '../revoke-with-credential.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

const EXAMPLES = `  diptych proofings list --state pending
  diptych proofings list --holder-id h-1 --start-time 2026-11-01T00:00:00Z --json`;

/** The proofings that wait for a decision. */
const isQueue = (state: string | undefined) => state === 'pending' || state === 'challenged';

const ORDERED = `The oldest come first. With --state pending or challenged it is the review
queue: what expires first comes first. --reverse reverses the order.`;

const list = () =>
  listCommand({
    method: 'listProofings',
    member: 'proofings',
    order: ({ state }) => (isQueue(state) ? 'deadlineTime' : 'createTime'),
    ordered: ORDERED,
    columns: {
      proofing: ({ id }) => id,
      state: ({ state, rejectionCause, endCause }) =>
        [state, rejectionCause, endCause].filter((part) => part !== undefined).join(', '),
      holder: ({ holderId }) => holderId,
      device: ({ deviceReferenceId }) => deviceReferenceId,
      since: ({ createTime }) => createTime,
      expires: ({ deadlineTime }) => deadlineTime,
    },
    examples: EXAMPLES,
  });

async function show(id: string, options: Options): Promise<void> {
  const proofing = await callAdmin(connectionOf(options), 'getProofing', { id });
  print(proofing, options, () => facts(proofing));
}

const showCommand = () =>
  new Command('show')
    .description('Show a proofing, with why it was rejected or ended')
    .argument('<id>')
    .addHelpText('after', `\nExample:\n  diptych proofings show p-1`)
    .action(show);

/** Messages of a decision. Which of several reasons is the main one is only in a whole message. */
const messagesOf = (method: 'rejectProofing' | 'challengeProofing') =>
  (requestMembers(method).detail?.members ?? []).filter((name) => name !== 'primaryRejection');

const REASONS = messagesOf('rejectProofing');
const KINDS = messagesOf('challengeProofing');

/**
 * Options for the message to the wallet platform: one member of the message, or the whole message as JSON.
 */
const told = (kinds: readonly string[]): readonly Option[] => [
  new Option('--reason <member>', 'reason that is sent to the wallet platform').choices(kinds),
  new Option('--detail <json>', 'the whole message as JSON').conflicts('reason'),
];

function detailOf({ detail, reason }: ActionOptions): object {
  const given = reason === undefined ? jsonOption<object>(detail, '--detail') : { [reason]: {} };
  return given === undefined ? {} : { detail: given };
}

function rejectionOf(options: ActionOptions): object {
  const given = detailOf(options);
  if ('detail' in given) return given;
  throw new UsageError(`say why: --reason ${REASONS.join('|')}, or --detail`);
}

const is = ({ state }: { readonly state: string }, id: string) => `${id} is ${state}`;

const claimed = ({ claim }: AdminResponse<'claimProofing'>, id: string) =>
  `${id} is yours until ${claim?.expireTime ?? 'another one takes it over'}`;

async function review(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'getProofingReview', { id });
  print(answer, options, () => facts(answer));
}

async function next(options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'claimNextProofing', {});
  print(answer, options, () => (answer.proofing ? facts(answer.proofing) : 'no proofing waits'));
}

const REJECT_HELP = `
The reason is sent to the wallet platform; the note is kept in the audit log
only.

Examples:
  diptych proofings reject p-1 --reason recordNotFound --note "rang back, ticket 4711"
  diptych proofings reject p-1 p-2 p-3 --reason livenessCheckFailure --yes
  diptych proofings reject p-1 --detail '{
    "primaryRejection":{"recordInvalid":{"invalidityReason":"expired"}},
    "additionalRejections":[{"riskCheckFailure":{}}]}'`;

const CHALLENGE_HELP = `
Examples:
  diptych proofings challenge p-1 --reason physicalLocationVisit
  diptych proofings challenge p-1 \\
    --detail '{"additionalTimeRequired":{"estimatedCompletion":"1798761600000"}}'`;

const WITH_CREDENTIAL = new Option(
  '--with-credential',
  'also revoke the credential that was provisioned with it; otherwise asks at a terminal',
);

const REVOKE_HELP = `
Examples:
  diptych proofings revoke p-1 --note "issued in error, ticket 4711"
  diptych proofings revoke p-1 --with-credential --yes`;

export function proofingsCommand(): Command {
  const parts = [
    list(),
    withConnection(showCommand()),
    actionCommand({
      method: 'claimProofing',
      options: [new Option('--take-over', 'also when another operator has claimed it')],
      members: ({ takeOver }) => (takeOver ? { takeOver } : {}),
      told: claimed,
      help: '\nExample:\n  diptych proofings claim p-1 --take-over',
    }),
    withConnection(
      methodCommand('getProofingReview')
        .argument('<id>')
        .addHelpText('after', '\nExample:\n  diptych proofings review p-1')
        .action(review),
    ),
    withConnection(
      methodCommand('claimNextProofing')
        .addHelpText('after', '\nExample:\n  diptych proofings next')
        .action(next),
    ),
    actionCommand({
      method: 'releaseProofing',
      told: (_, id) => `your claim of ${id} has ended`,
      help: '\nExample:\n  diptych proofings release p-1',
    }),
    actionCommand({
      method: 'acceptProofing',
      told: is,
      help: '\nExample:\n  diptych proofings accept p-1 p-2',
    }),
    actionCommand({
      method: 'rejectProofing',
      options: told(REASONS),
      members: rejectionOf,
      told: is,
      help: REJECT_HELP,
    }),
    actionCommand({
      method: 'challengeProofing',
      options: told(KINDS),
      members: detailOf,
      told: is,
      help: CHALLENGE_HELP,
    }),
    actionCommand({
      method: 'resumeProofing',
      told: is,
      help: '\nExample:\n  diptych proofings resume p-1',
    }),
    actionCommand({
      method: 'revokeProofing',
      options: [WITH_CREDENTIAL],
      follow: revokeWithCredential,
      told: revokedText,
      help: REVOKE_HELP,
    }),
  ];
  const command = new Command('proofings').description('Evidence that users sent, and the decisions on it');
  for (const part of parts) command.addCommand(part);
  return command;
}
