import { expectEqual, there } from '../stage.ts';
import type { Desk } from './api.ts';

const SOURCE = 'AppLovin';

/** Shows the account, the ad sources and the adapters. */
export async function lookAround({ tell, api, account }: Desk): Promise<void> {
  tell.step('She looks around: which account is it, and which networks are there?');
  const { account: accounts = [] } = await api.call('accounts.list');
  expectEqual(
    accounts.map(({ name }) => name),
    [account],
    'accounts',
  );
  const { currencyCode, reportingTimeZone } = await api.call('accounts.get', { on: account });
  tell.result(`${account}, in ${currencyCode} and ${reportingTimeZone}`);
  const { adSources = [] } = await api.call('accounts.adSources.list', { on: account });
  const source = there(
    adSources.find(({ title }) => title === SOURCE),
    SOURCE,
  );
  tell.result(
    `${adSources.length} ad sources: ${adSources
      .slice(2, 5)
      .map(({ title }) => title)
      .join(', ')} …`,
  );
  const { adapters = [] } = await api.call('accounts.adSources.adapters.list', { on: source.name ?? '' });
  const adapter = there(
    adapters.find(({ platform }) => platform === 'ANDROID'),
    'the adapter for Android',
  );
  const settings = (adapter.adapterConfigMetadata ?? []).map(
    ({ adapterConfigMetadataLabel, isRequired }) =>
      `${adapterConfigMetadataLabel}${isRequired ? ' (required)' : ''}`,
  );
  tell.result(`${adapter.title}, adapter ${adapter.adapterId}, takes ${settings.join(' and ')}`);
}
