import { Command } from 'commander';
import { actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

async function show(id: string, options: Options): Promise<void> {
  const device = await callAdmin(connectionOf(options), 'getDevice', { id });
  print(device, options, () => facts(device));
}

export function devicesCommand(): Command {
  return new Command('devices')
    .description('Phones that requested a registration')
    .addCommand(
      listCommand({
        method: 'listDevices',
        member: 'devices',
        columns: {
          device: ({ id }) => id,
          state: ({ state }) => state,
          'key lives in': ({ securityLevel }) => securityLevel,
          registered: ({ registerTime }) => registerTime,
          credential: ({ liveCredentialId }) => liveCredentialId,
        },
        examples: '  diptych devices list --limit 20',
      }),
    )
    .addCommand(
      listCommand({
        method: 'listSilentDevices',
        member: 'devices',
        columns: {
          device: ({ id }) => id,
          holder: ({ holderId }) => holderId,
          credential: ({ credentialId }) => credentialId,
          days: ({ silentDays }) => String(silentDays),
        },
        examples: '  diptych devices silent',
      }),
    )
    .addCommand(
      actionCommand({
        method: 'releaseDevice',
        told: ({ credentialId }, id) => `the place of ${id} is free; ${credentialId} is revoked`,
        help: '\nExample:\n  diptych devices release d-1 --yes',
      }),
    )
    .addCommand(
      withConnection(
        new Command('show')
          .description('Show a device: hashes, never keys')
          .argument('<id>')
          .addHelpText('after', `\nExample:\n  diptych devices show d-1 --json`)
          .action(show),
      ),
    );
}
