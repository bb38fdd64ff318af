import type { Command } from 'commander';
import { allOf } from '../../../client/pages.ts';
import type { ServingKey } from '../../../mediation/contract/index.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';
import { group, leaf } from '../command.ts';
import type { MediationSession } from '../connection.ts';
import { appTitle, pickApp } from '../find/inventory.ts';

interface OfApp {
  readonly app: string;
}

const APP = ['--app <app>', 'app: its id or its name'] as const;

const withApp = (command: Command) => command.requiredOption(...APP);

const appOf = async (session: MediationSession, { app }: OfApp) => pickApp(await session.live.apps(), app);

const dayOf = (time: string) => time.slice(0, 10);

const stateOf = ({ revokeTime }: ServingKey) =>
  revokeTime === undefined ? 'in use' : `revoked ${dayOf(revokeTime)}`;

const create = () =>
  leaf<OfApp>({
    name: 'create [name]',
    description: 'Create a key, by which an app gets its configuration',
    examples: ['diptych mediation keys create "Version 1" --app "Acme Racing"'],
    options: withApp,
    run: async (session, options, displayName) => {
      const app = await appOf(session, options);
      const created = await session.api.call('accounts.apps.servingKeys.create', {
        on: app.name ?? '',
        body: displayName === undefined ? {} : { displayName },
      });
      const { key } = created;
      print(created, options, () =>
        [key, `${session.api.baseUrl}/serve/v1/${key}/apps/${app.appId}.json`].join('\n'),
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
    run: async (session, options) => {
      const { name = '' } = await appOf(session, options);
      const found = session.api.items('accounts.apps.servingKeys.list', 'servingKeys', { on: name });
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
    run: async (session, options, key = '') => {
      const app = await appOf(session, options);
      const on = `${app.name}/servingKeys/${key}`;
      const revoked = await session.api.call('accounts.apps.servingKeys.revoke', { on, body: {} });
      print(revoked, options, () => `${key} of ${appTitle(app)} was revoked at ${revoked.revokeTime}`);
    },
  });

export const keys = () => group('keys', 'Publishable keys of an app', [create(), list(), revoke()]);
