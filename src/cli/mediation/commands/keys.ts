import type { Command } from 'commander';
import type { ServingKey } from '../../../mediation/contract/index.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';
import { allOf } from '../client/index.ts';
import { group, leaf } from '../command.ts';
import type { Desk } from '../connection.ts';
import { appsOf, appTitle, pickApp } from '../find/inventory.ts';

interface OfApp {
  readonly app: string;
}

const APP = ['--app <app>', 'app: its id or its name'] as const;

const withApp = (command: Command) => command.requiredOption(...APP);

const appOf = async (desk: Desk, { app }: OfApp) => pickApp(await appsOf(desk), app);

const dayOf = (time: string) => time.slice(0, 10);

const stateOf = ({ revokeTime }: ServingKey) =>
  revokeTime === undefined ? 'in use' : `revoked ${dayOf(revokeTime)}`;

const create = () =>
  leaf<OfApp>({
    name: 'create [name]',
    description: 'Create a key, by which an app gets its configuration',
    examples: ['diptych mediation keys create "Version 1" --app "Acme Racing"'],
    options: withApp,
    run: async (desk, options, displayName) => {
      const app = await appOf(desk, options);
      const created = await desk.api.call('accounts.apps.servingKeys.create', {
        on: app.name ?? '',
        body: displayName === undefined ? {} : { displayName },
      });
      const { key } = created;
      print(created, options, () =>
        [key, `${desk.api.baseUrl}/serve/v1/${key}/apps/${app.appId}.json`].join('\n'),
      );
    },
  });

const list = () =>
  leaf<OfApp>({
    name: 'list',
    hasTable: true,
    description: 'List the keys of an app, with those that are revoked',
    examples: ['diptych mediation keys list --app "Acme Racing"'],
    options: withApp,
    run: async (desk, options) => {
      const { name = '' } = await appOf(desk, options);
      const found = desk.api.items('accounts.apps.servingKeys.list', 'servingKeys', { on: name });
      const servingKeys = await allOf(found);
      const rows = servingKeys.map((one) => [
        one.key ?? '',
        one.displayName ?? '-',
        one.createTime ?? '',
        stateOf(one),
      ]);
      print({ servingKeys }, options, () =>
        table(['key', 'name', 'created', 'state'], rows, { wide: options.wide, cut: ['name'] }),
      );
    },
  });

const revoke = () =>
  leaf<OfApp>({
    name: 'revoke <key>',
    description: 'Revoke a key for ever; apps with this key keep the configuration that they have',
    examples: ['diptych mediation keys revoke pk_4fGh2Kd81LmQz7Xc90VbTn3R --app "Acme Racing"'],
    options: withApp,
    run: async (desk, options, key = '') => {
      const app = await appOf(desk, options);
      const on = `${app.name}/servingKeys/${key}`;
      const revoked = await desk.api.call('accounts.apps.servingKeys.revoke', { on, body: {} });
      print(revoked, options, () => `${key} of ${appTitle(app)} was revoked at ${revoked.revokeTime}`);
    },
  });

export const keys = () => group('keys', 'Publishable keys of an app', [create(), list(), revoke()]);
