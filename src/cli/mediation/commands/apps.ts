import { PLATFORMS } from '../../../mediation/contract/enums.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';
import { group, leaf } from '../command.ts';
import { enumOption } from '../enum-option.ts';
import { appTitle } from '../find/inventory.ts';

const list = () =>
  leaf({
    name: 'list',
    hasTable: true,
    description: 'List the apps',
    examples: ['diptych mediation apps list'],
    run: async (session, options) => {
      const apps = await session.live.apps();
      const rows = apps.map((app) => [
        app.appId ?? '',
        appTitle(app),
        (app.platform ?? '').toLowerCase(),
        app.linkedAppInfo?.appStoreId ?? '-',
      ]);
      print({ apps }, options, () =>
        table(['app', 'name', 'platform', 'store id'], rows, {
          wide: options.wide,
          cut: ['name', 'store id'],
        }),
      );
    },
  });

interface Options {
  readonly platform: string;
  readonly storeId?: string;
  readonly dryRun?: boolean;
}

const create = () =>
  leaf<Options>({
    name: 'create <name>',
    description: 'Create an app',
    examples: ['diptych mediation apps create "Acme Racing" --platform android --store-id com.acme.racing'],
    options: (command) =>
      command
        .addOption(enumOption('--platform <platform>', 'platform', PLATFORMS).makeOptionMandatory())
        .option('--store-id <id>', 'id in the app store: application id on Android, a number on iOS')
        .option('--dry-run', 'show the result without creating anything'),
    run: async (session, options, displayName = '') => {
      const { platform, storeId, dryRun } = options;
      const app = await session.api.call('accounts.apps.create', {
        on: await session.account(),
        validateOnly: dryRun,
        body: {
          platform: platform.toUpperCase(),
          ...(storeId === undefined
            ? { manualAppInfo: { displayName } }
            : { linkedAppInfo: { appStoreId: storeId, displayName } }),
        },
      });
      print(app, options, () => `${dryRun ? 'dry run: ' : ''}${displayName} is ${app.appId}`);
    },
  });

export const apps = () => group('apps', 'Apps of the publisher', [list(), create()]);
