import { Command, Option } from 'commander';
import { type ActionOptions, actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { UsageError } from '../failures.ts';
import { jsonOption } from '../options.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

const list = () =>
  listCommand({
    method: 'listCredentials',
    member: 'credentials',
    order: () => 'createTime desc',
    ordered: 'The newest come first; --reverse shows the oldest first.',
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

function actionOf(options: ActionOptions): object {
  const action = jsonOption<object>(options.action, '--action');
  if (!action) throw new UsageError('--action is needed');
  return { action };
}

const is = ({ state }: { readonly state: string }, id: string) => `${id} is ${state}`;

const REVOKE_HELP = `
Examples:
  diptych credentials revoke c-1 --reason deviceStolen --note "police report 4711"
  diptych credentials revoke c-1 c-2 --reason issuedInError --yes`;

const ACTION_HELP = `
Example:
  diptych credentials require-action c-1 --action '{"deadlineTimeMillis":"1798761600000",
    "deadlineEnforcementHint":{"revocationHint":{}},
    "submitProofing":{"limitedAttempts":{"remainingAttempts":3,"maxAttempts":3}}}'`;

export function credentialsCommand(): Command {
  const parts = [
    list(),
    actionCommand({
      method: 'revokeCredential',
      told: is,
      help: REVOKE_HELP,
    }),
    withConnection(
      new Command('show')
        .description('Show a credential, without its data')
        .argument('<id>')
        .addHelpText('after', `\nExample:\n  diptych credentials show c-1`)
        .action(show),
    ),
    actionCommand({
      method: 'requireAction',
      options: [new Option('--action <json>', 'a UserActionRequired message').makeOptionMandatory()],
      members: actionOf,
      told: ({ state }, id) => `${id} is ${state}, and the user must act`,
      help: ACTION_HELP,
    }),
    actionCommand({
      method: 'clearAction',
      told: is,
      help: '\nExample:\n  diptych credentials clear-action c-1',
    }),
  ];
  const command = new Command('credentials').description('Credentials on devices');
  for (const part of parts) command.addCommand(part);
  return command;
}
