import { METHOD_NAMES } from '../../../mediation/contract/index.ts';
import { observedSend } from '../http.ts';
import { expectAllCalled, expectEqual, type Narrator, type Stage, there } from '../stage.ts';
import { type Account, openAccount } from './account.ts';
import { type Desk, mediationApi } from './api.ts';
import { asCode } from './as-code.ts';
import { changeGroup, readTrail } from './changes.ts';
import { checkSettings } from './check-settings.ts';
import { experiment } from './experiment.ts';
import { createGroup, findGroups } from './groups.ts';
import { makeAdUnits, mapAdUnits } from './inventory.ts';
import { liveDay } from './live.ts';
import { rollBack } from './roll-back.ts';
import { comeBackLater, consentOnce } from './sign-in.ts';

const SOURCE = 'AppLovin';

/** Shows the account, the ad sources and the adapters. */
async function lookAround({ tell, api, account }: Desk): Promise<void> {
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

/** Plays the whole demo; rejects if a result differs or a method was not called. */
export async function playMediationStory(
  { server, operator, effects, passDay }: Stage,
  tell: Narrator,
): Promise<Account> {
  const { url } = server;
  const send = observedSend(tell.exchange);
  const serving = {
    url,
    send,
    clock: effects.clock,
    async nextDay() {
      passDay();
      await server.context.mediation.lookAtExperiments();
    },
  };
  const account = await openAccount(operator, tell);
  const tokens = await consentOnce(url, account, send, tell);
  const api = mediationApi(send, url, tokens.access_token);
  const desk: Desk = { tell, api, operator, account: `accounts/${account.publisherId}` };

  await lookAround(desk);
  const adUnits = await makeAdUnits(desk);
  const mappings = await mapAdUnits(desk, adUnits);
  const group = await createGroup(desk, adUnits, mappings);
  await findGroups(desk, adUnits);
  await checkSettings(desk);
  const changed = await changeGroup(desk, group, adUnits, mappings);
  await experiment(desk, changed, adUnits, mappings, (name) => liveDay(desk, serving, adUnits, name));
  await rollBack(desk, changed);
  await asCode(desk, changed, { url, accessToken: tokens.access_token });
  await readTrail(desk, changed, account.engineer);
  await comeBackLater(desk, account.application, send, tokens);

  expectAllCalled(METHOD_NAMES, (name) => api.called.has(name));
  tell.step(`All ${METHOD_NAMES.length} methods were called`);
  return account;
}
