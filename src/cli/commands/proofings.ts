import { Command } from 'commander';
import type { AdminResponse } from '../../issuer/administration/index.ts';
import { callAdmin, pages } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { jsonOption } from '../json-option.ts';
import { print, table } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly detail?: string;
}

type Decision =
  | 'acceptProofing'
  | 'rejectProofing'
  | 'challengeProofing'
  | 'resumeProofing'
  | 'revokeProofing';

function decide(method: Decision) {
  return async (id: string, options: Options): Promise<void> => {
    const detail = jsonOption<Record<string, unknown>>(options.detail, '--detail');
    const request = { id, ...(detail === undefined ? {} : { detail }) };
    const answer = await callAdmin(connectionOf(options), method, request as { id: string });
    print(answer, options, () => `${id} is ${answer.state}`);
  };
}

async function list(options: Options): Promise<void> {
  const proofings: AdminResponse<'listProofings'>['proofings'] = [];
  for await (const page of pages(connectionOf(options), 'listProofings')) proofings.push(...page.proofings);
  print({ proofings }, options, () =>
    table(
      ['proofing', 'state', 'holder', 'device', 'since', 'expires'],
      proofings.map((one) => [
        one.id,
        one.state,
        one.holderId ?? '-',
        one.deviceReferenceId,
        one.createTime,
        one.deadlineTime ?? '-',
      ]),
    ),
  );
}

const DECISIONS: readonly (readonly [string, Decision, string, string?])[] = [
  ['accept', 'acceptProofing', 'Accept a pending or challenged proofing'],
  [
    'reject',
    'rejectProofing',
    'Reject a pending or challenged proofing',
    `--detail '{"recordNotFound":{}}' or a whole {"primaryRejection":{…},"additionalRejections":[…]}`,
  ],
  [
    'challenge',
    'challengeProofing',
    'Ask the user to complete a challenge',
    `--detail '{"issuerUrlVisit":{}}' or physicalLocationVisit or additionalTimeRequired`,
  ],
  ['resume', 'resumeProofing', 'The challenge was completed: pending again'],
  ['revoke', 'revokeProofing', 'Revoke an accepted proofing'],
];

function decisionCommand([name, method, description, example]: (typeof DECISIONS)[number]): Command {
  const command = new Command(name).description(description).argument('<id>').action(decide(method));
  if (!example) return command;
  return command
    .option('--detail <json>', 'the reason, as it is sent to the wallet platform')
    .addHelpText('after', `\nExample:\n  diptych proofings ${name} p-1 ${example}`);
}

export function proofingsCommand(): Command {
  const command = new Command('proofings').description('Evidence that users sent, and what becomes of it');
  command.addCommand(withConnection(new Command('list').description('List the proofings').action(list)));
  for (const decision of DECISIONS) command.addCommand(withConnection(decisionCommand(decision)));
  return command;
}
