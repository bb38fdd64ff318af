import { allOf } from '../../../client/pages.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';
import { leaf } from '../command.ts';

export const accounts = () =>
  leaf({
    name: 'accounts',
    hasTable: true,
    description: 'List the publisher accounts that the token may see',
    examples: ['diptych mediation accounts', 'diptych mediation accounts --base-url https://ads.example.com'],
    run: async ({ api }, options) => {
      const accounts = await allOf(api.items('accounts.list', 'account', {}));
      print({ account: accounts }, options, () =>
        table(
          ['account', 'currency', 'time zone of reports'],
          accounts.map(({ publisherId = '', currencyCode = '', reportingTimeZone = '' }) => [
            publisherId,
            currencyCode,
            reportingTimeZone,
          ]),
          options,
        ),
      );
    },
  });
