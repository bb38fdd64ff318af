import { Command, Option } from 'commander';
import { CHALLENGE_KINDS, REJECTION_REASONS } from '../../issuer/contract/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { jsonOption } from '../json-option.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly detail?: string;
  readonly reason?: string;
}

type Decision =
  | 'acceptProofing'
  | 'rejectProofing'
  | 'challengeProofing'
  | 'resumeProofing'
  | 'revokeProofing';

function decide(method: Decision) {
  return async (id: string, options: Options): Promise<void> => {
    const given = jsonOption<Record<string, unknown>>(options.detail, '--detail');
    const detail = options.reason === undefined ? given : { [options.reason]: {} };
    const request = { id, ...(detail === undefined ? {} : { detail }) };
    const answer = await callAdmin(connectionOf(options), method, request as { id: string });
    print(answer, options, () => `${id} is ${answer.state}`);
  };
}

const EXAMPLES = `  diptych proofings list --state pending
  diptych proofings list --holder-id h-1 --start-time 2026-11-01T00:00:00Z --json`;

const list = () =>
  listCommand({
    method: 'listProofings',
    member: 'proofings',
    columns: {
      proofing: ({ id }) => id,
      state: ({ state, rejectionCause: cause }) => (cause === undefined ? state : `${state}, ${cause}`),
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
    .description('Show a proofing, with why it was rejected')
    .argument('<id>')
    .addHelpText('after', `\nExample:\n  diptych proofings show p-1`)
    .action(show);

interface DecisionCommand {
  readonly method: Decision;
  readonly description: string;
  /** The reasons that a wallet can be told. */
  readonly reasons?: object;
  readonly example?: string;
}

const DECISIONS: Readonly<Record<string, DecisionCommand>> = {
  accept: { method: 'acceptProofing', description: 'Accept a pending or challenged proofing' },
  reject: {
    method: 'rejectProofing',
    description: 'Reject a pending or challenged proofing',
    reasons: REJECTION_REASONS,
    example: `--reason recordNotFound
  diptych proofings reject p-1 --detail '{"primaryRejection":{"recordInvalid":{"invalidityReason":"expired"}},
    "additionalRejections":[{"riskCheckFailure":{}}]}'`,
  },
  challenge: {
    method: 'challengeProofing',
    description: 'Ask the user to complete a challenge',
    reasons: CHALLENGE_KINDS,
    example: `--reason physicalLocationVisit
  diptych proofings challenge p-1 --detail '{"additionalTimeRequired":{"estimatedCompletion":"1798761600000"}}'`,
  },
  resume: { method: 'resumeProofing', description: 'The challenge was completed: pending again' },
  revoke: { method: 'revokeProofing', description: 'Revoke an accepted proofing' },
};

function decisionCommand(
  name: string,
  { method, description, reasons, example = '' }: DecisionCommand,
): Command {
  const command = new Command(name).description(description).argument('<id>').action(decide(method));
  if (reasons) {
    command
      .addOption(
        new Option('--reason <member>', 'what the wallet platform is told').choices(Object.keys(reasons)),
      )
      .addOption(new Option('--detail <json>', 'the same with all its members').conflicts('reason'));
  }
  const help = `\nExamples:\n  diptych proofings ${name} p-1 ${example}`.trimEnd();
  return command.addHelpText('after', help);
}

export function proofingsCommand(): Command {
  const command = new Command('proofings').description('Evidence that users sent, and what becomes of it');
  command.addCommand(list());
  command.addCommand(withConnection(showCommand()));
  for (const [name, decision] of Object.entries(DECISIONS))
    command.addCommand(withConnection(decisionCommand(name, decision)));
  return command;
}
