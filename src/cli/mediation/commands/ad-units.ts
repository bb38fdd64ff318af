import { AD_FORMATS } from '../../../mediation/contract/enums.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';
import { group, leaf } from '../command.ts';
import { enumOption } from '../enum-option.ts';
import { pickApp, unitTitle } from '../find/inventory.ts';

const list = () =>
  leaf<{ readonly app?: string }>({
    name: 'list',
    hasTable: true,
    description: 'List the ad units, of all apps or of one',
    examples: ['diptych mediation ad-units list', 'diptych mediation ad-units list --app "Acme Racing"'],
    options: (command) => command.option('--app <app>', 'only of this app: name or id'),
    run: async (session, options) => {
      const inventory = await session.live.inventory();
      const app = options.app === undefined ? undefined : pickApp(inventory.apps, options.app);
      const adUnits = inventory.adUnits.filter(({ appId }) => app === undefined || appId === app.appId);
      const rows = adUnits.map((unit) => [
        unit.adUnitId ?? '',
        unitTitle(inventory, unit),
        (unit.adFormat ?? '').toLowerCase(),
      ]);
      print({ adUnits }, options, () =>
        table(['ad unit', 'app and name', 'format'], rows, { wide: options.wide, cut: ['app and name'] }),
      );
    },
  });

interface Options {
  readonly app: string;
  readonly format: string;
  readonly dryRun?: boolean;
}

const create = () =>
  leaf<Options>({
    name: 'create <name>',
    description: 'Create an ad unit of an app',
    examples: [
      'diptych mediation ad-units create "Before the race" --app "Acme Racing" --format interstitial',
    ],
    options: (command) =>
      command
        .requiredOption('--app <app>', 'name or id')
        .addOption(enumOption('--format <format>', 'ad format', AD_FORMATS).makeOptionMandatory())
        .option('--dry-run', 'show the result without creating anything'),
    run: async (session, options, displayName = '') => {
      const { appId = '' } = pickApp(await session.live.apps(), options.app);
      const unit = await session.api.call('accounts.adUnits.create', {
        on: await session.account(),
        validateOnly: options.dryRun,
        body: { appId, displayName, adFormat: options.format.toUpperCase() },
      });
      print(unit, options, () => `${options.dryRun ? 'dry run: ' : ''}${displayName} is ${unit.adUnitId}`);
    },
  });

export const adUnits = () => group('ad-units', 'Ad units: places in apps that show ads', [list(), create()]);
