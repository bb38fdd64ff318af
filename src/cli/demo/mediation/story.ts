import { METHOD_NAMES } from '../../../mediation/contract/index.ts';
import { observedSend } from '../http.ts';
import type { Narrator } from '../narrator.ts';
import { expectAllCalled, type Stage } from '../stage.ts';
import { type Account, openAccount } from './account.ts';
import { type Desk, mediationApi } from './api.ts';
import { changeGroup, readTrail } from './changes.ts';
import { experiment } from './experiment.ts';
import { createGroup, findGroups } from './groups.ts';
import { makeAdUnits, mapAdUnits } from './inventory.ts';
import { lookAround } from './look-around.ts';
import { comeBackLater, consentOnce } from './sign-in.ts';

/** Plays the whole story; rejects if a result differs or a method was not called. */
export async function playMediationStory(
  { server: { url }, operator }: Stage,
  tell: Narrator,
): Promise<Account> {
  const send = observedSend(tell.exchange);
  const account = await openAccount(operator, tell);
  const tokens = await consentOnce(url, account, send, tell);
  const api = mediationApi(send, url, tokens.access_token);
  const desk: Desk = { tell, api, operator, account: `accounts/${account.publisherId}` };

  await lookAround(desk);
  const adUnits = await makeAdUnits(desk);
  const mappings = await mapAdUnits(desk, adUnits);
  const group = await createGroup(desk, adUnits, mappings);
  await findGroups(desk, adUnits);
  const changed = await changeGroup(desk, group, adUnits, mappings);
  await experiment(desk, changed, adUnits, mappings);
  await readTrail(desk, changed, account.engineer);
  await comeBackLater(desk, account.application, send, tokens);

  expectAllCalled(METHOD_NAMES, (name) => api.called.has(name));
  tell.step(`All ${METHOD_NAMES.length} methods were called`);
  return account;
}
