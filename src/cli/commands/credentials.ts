import { Command, Option } from 'commander';
import { REVOCATION_REASONS } from '../../issuer/administration/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { UsageError } from '../exit.ts';
import { jsonOption } from '../json-option.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly action?: string;
  readonly reason?: string;
}

interface Action {
  readonly deadlineTimeMillis: string;
}

const list = () =>
  listCommand({
    method: 'listCredentials',
    member: 'credentials',
    columns: {
      credential: ({ id }) => id,
      state: ({ state, userActionRequired }) => (userActionRequired ? `${state}, action required` : state),
      holder: ({ holderId }) => holderId,
      device: ({ deviceReferenceId }) => deviceReferenceId,
      version: ({ recordVersion }) => String(recordVersion),
      updated: ({ updateTime }) => updateTime,
    },
    examples: '  diptych credentials list --state active --holder-id h-1',
  });

async function show(id: string, options: Options): Promise<void> {
  const credential = await callAdmin(connectionOf(options), 'getCredential', { id });
  print(credential, options, () => facts(credential));
}

async function revoke(id: string, options: Options): Promise<void> {
  const reason = options.reason as (typeof REVOCATION_REASONS)[number] | undefined;
  const answer = await callAdmin(connectionOf(options), 'revokeCredential', {
    id,
    ...(reason && { reason }),
  });
  print(answer, options, () => `${id} is ${answer.state}`);
}

async function clearAction(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'clearAction', { id });
  print(answer, options, () => `${id} is ${answer.state}`);
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
    new Command('revoke')
      .description('Revoke a credential, on its one device, for good')
      .argument('<id>')
      .addOption(
        new Option('--reason <code>', 'kept in the trail; not sent to the wallet').choices(
          REVOCATION_REASONS,
        ),
      )
      .addHelpText('after', `\nExample:\n  diptych credentials revoke c-1 --reason deviceStolen`)
      .action(revoke),
    new Command('show')
      .description('Show a credential, without its data')
      .argument('<id>')
      .addHelpText('after', `\nExample:\n  diptych credentials show c-1`)
      .action(show),
    new Command('require-action')
      .description('Require the user to act until a deadline')
      .argument('<id>')
      .requiredOption('--action <json>', 'a UserActionRequired message')
      .addHelpText('after', ACTION_HELP)
      .action(requireAction),
    new Command('clear-action')
      .description('Resolve a required action by hand')
      .argument('<id>')
      .addHelpText('after', `\nExample:\n  diptych credentials clear-action c-1`)
      .action(clearAction),
  ];
  const command = new Command('credentials').description('What is on devices').addCommand(list());
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
