import { table } from '../../cli/table/table.ts';
import { METHOD_NAMES } from '../../mediation/contract/index.ts';
import { observedSend } from '../http.ts';
import { expectAllCalled, expectEqual, type Narrator, requirePresent, type Stage } from '../narrator.ts';
import { type Account, openAccount } from './account.ts';
import { type DemoSession, mediationApi } from './api.ts';
import { asCode } from './as-code.ts';
import { changeGroup, readTrail } from './changes.ts';
import { experiment } from './experiment.ts';
import { createGroup, findGroups } from './groups.ts';
import { makeAdUnits, mapAdUnits } from './inventory.ts';
import { liveDay } from './live-day.ts';
import { rollBack } from './roll-back.ts';
import { comeBackLater, consentOnce } from './sign-in.ts';

async function checkSettings({ tell, api, account }: DemoSession): Promise<void> {
  tell.step('She lets the server check the settings: it finds no errors');
  const { findings = [] } = await api.call('accounts.lint', { on: account });
  const errors = findings.filter(({ level }) => level === 'ERROR').map(({ text }) => text);
  expectEqual(errors, [], 'errors in the settings');
  const rows = findings.map(({ level, rule, text }) => [level ?? '', rule ?? '', text ?? '']);
  tell.show(table(['level', 'rule', 'what'], rows));
}

const SOURCE = 'AppLovin';

/** Shows the account, the ad sources and the adapters. */
async function lookAround({ tell, api, account }: DemoSession): Promise<void> {
  tell.step('She looks around: which account is it, and which networks are there?');
  const { account: accounts = [] } = await api.call('accounts.list', {});
  expectEqual(
    accounts.map(({ name }) => name),
    [account],
    'accounts',
  );
  const { currencyCode, reportingTimeZone } = await api.call('accounts.get', { on: account });
  tell.result(`${account}, in ${currencyCode} and ${reportingTimeZone}`);
  const { adSources = [] } = await api.call('accounts.adSources.list', { on: account });
  const source = requirePresent(
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
  const adapter = requirePresent(
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
  { server, operator, effects, passDay, endOfDay }: Stage,
  tell: Narrator,
): Promise<Account> {
  const { url } = server;
  const send = observedSend(tell.exchange);
  const serving = {
    url,
    send,
    clock: effects.clock,
    async nextDay() {
      await passDay();
      for (const run of endOfDay) await run();
      await server.context.mediation?.lookAtExperiments();
    },
  };
  const account = await openAccount(operator, tell);
  const tokens = await consentOnce(url, account, send, tell);
  const api = mediationApi(send, url, tokens.access_token);
  const session: DemoSession = { tell, api, operator, account: `accounts/${account.publisherId}` };

  await lookAround(session);
  const adUnits = await makeAdUnits(session);
  const mappings = await mapAdUnits(session, adUnits);
  const group = await createGroup(session, adUnits, mappings);
  await findGroups(session, adUnits);
  await checkSettings(session);
  const changed = await changeGroup(session, group, adUnits, mappings);
  await experiment(session, changed, adUnits, mappings, (name) => liveDay(session, serving, adUnits, name));
  await rollBack(session, changed);
  await asCode(session, changed, { url, accessToken: tokens.access_token });
  await readTrail(session, changed, account.engineer);
  await comeBackLater(session, account.application, send, tokens);

  expectAllCalled(METHOD_NAMES, (name) => api.called.has(name));
  tell.step(`All ${METHOD_NAMES.length} methods were called`);
  return account;
}
