import { Command } from 'commander';
import type { AdminResponse } from '../../issuer/administration/index.ts';
import { callAdmin, pages } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { UsageError } from '../exit.ts';
import { jsonOption } from '../json-option.ts';
import { print, table } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly action?: string;
}

interface Action {
  readonly deadlineTimeMillis: string;
}

async function list(options: Options): Promise<void> {
  const credentials: AdminResponse<'listCredentials'>['credentials'] = [];
  for await (const page of pages(connectionOf(options), 'listCredentials'))
    credentials.push(...page.credentials);
  print({ credentials }, options, () =>
    table(
      ['credential', 'state', 'holder', 'device', 'version', 'updated'],
      credentials.map((one) => [
        one.id,
        one.userActionRequired ? `${one.state}, action required` : one.state,
        one.holderId,
        one.deviceReferenceId,
        String(one.recordVersion),
        one.updateTime,
      ]),
    ),
  );
}

function change(method: 'revokeCredential' | 'clearAction') {
  return async (id: string, options: Options): Promise<void> => {
    const answer = await callAdmin(connectionOf(options), method, { id });
    print(answer, options, () => `${id} is ${answer.state}`);
  };
}

async function requireAction(id: string, options: Options): Promise<void> {
  const action = jsonOption<Action>(options.action, '--action');
  if (!action) throw new UsageError('--action is needed');
  const answer = await callAdmin(connectionOf(options), 'requireAction', { id, action });
  print(answer, options, () => `${id} is ${answer.state}, and the user must act`);
}

const ACTION_HELP = `
Example:
  diptych credentials require-action c-1 --action '{"deadlineTimeMillis":"1798761600000",
    "deadlineEnforcementHint":{"revocationHint":{}},
    "submitProofing":{"limitedAttempts":{"remainingAttempts":3,"maxAttempts":3}}}'`;

export function credentialsCommand(): Command {
  const parts = [
    new Command('list').description('List the credentials').action(list),
    new Command('revoke')
      .description('Revoke a credential, on its one device, for good')
      .argument('<id>')
      .action(change('revokeCredential')),
    new Command('require-action')
      .description('Require the user to act until a deadline')
      .argument('<id>')
      .requiredOption('--action <json>', 'a UserActionRequired message')
      .addHelpText('after', ACTION_HELP)
      .action(requireAction),
    new Command('clear-action')
      .description('Resolve a required action by hand')
      .argument('<id>')
      .action(change('clearAction')),
  ];
  const command = new Command('credentials').description('What is on devices');
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
