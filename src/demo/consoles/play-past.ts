import { callAdmin } from '../../cli/admin/client.ts';
import { omit } from '../../conventions/omit.ts';
import type { MediationGroupLine } from '../../mediation/contract/index.ts';
import { observedSend, type Send } from '../http.ts';
import { type Application, freeEmail, newEngineer, type Person, register } from '../mediation/account.ts';
import { mediationApi } from '../mediation/api.ts';
import { readDiscovery } from '../mediation/discovery.ts';
import { refresh, signIn } from '../mediation/sign-in.ts';
import { type Narrator, narrator, requirePresent, type Stage } from '../narrator.ts';
import { earnings } from './earnings.ts';
import { type Groups, lineOf, makeInventory, NAMES, type Publisher, readGroup } from './inventory.ts';
import { licences } from './licences.ts';
import { type ConsoleUser, consoleUser } from './people.ts';
import { lastDays } from './queue.ts';

/** So many days ago the publisher began. The keys are as old, so that the document signer is due for rotation. */
export const DAYS_OF_PAST = 62;

/** How many days ago it happened. */
const AGO = { firstTrial: 44, decision: 26, newPrice: 20, secondTrial: 12 } as const;

const PUBLISHER = {
  displayName: 'Northwind Games',
  currencyCode: 'USD',
  reportingTimeZone: 'America/New_York',
};
const CLIENT = 'Northwind ad desk';

/** What the publisher has done so far. */
export interface Past {
  readonly publisherId: string;
  readonly displayName: string;
  readonly engineer: ConsoleUser;
  readonly administrator: ConsoleUser;
  /** Sends what the ads have earned since the last time, up to yesterday. */
  earn(): Promise<void>;
}

interface PublisherSession extends Publisher {
  /** An access token lasts an hour, and days pass. */
  renew(): Promise<void>;
}

/** The engineer signs in to an application, and it calls the interface on their behalf. */
async function openDesk({ server }: Stage, send: Send, engineer: Person, application: Application) {
  const scopes = await readDiscovery(
    server.url,
    send,
    narrator(false, () => {}),
  );
  const page = await signIn(send, application, engineer, scopes);
  const tokens = await page.exchange(await page.allow());
  const api = mediationApi(send, server.url, tokens.access_token);
  return {
    api,
    renew: async () => api.useToken((await refresh(send, application, tokens)).access_token),
  };
}

/** A line as it is sent for variant B. */
const copied = (line: MediationGroupLine & { name?: string }) =>
  omit(line, 'id', 'name', 'experimentVariant');

interface Trial {
  readonly displayName: string;
  /** The price of variant B. */
  readonly network: keyof typeof NAMES;
  readonly cpmMicros: string;
}

/** Variant B has the lines of the group, with another price for one network. */
async function startTrial(
  desk: PublisherSession,
  on: string,
  { displayName, network, cpmMicros }: Trial,
): Promise<void> {
  const { mediationGroupLines } = await readGroup(desk, on);
  const treatmentMediationLines = Object.values(mediationGroupLines).map((line) => ({
    mediationGroupLine: { ...copied(line), ...(line.displayName === NAMES[network] && { cpmMicros }) },
  }));
  await desk.api.call('accounts.mediationGroups.mediationAbExperiments.create', {
    on,
    body: { displayName, treatmentTrafficPercentage: '50', treatmentMediationLines },
  });
}

async function decide({ api }: PublisherSession, group: string): Promise<void> {
  await api.call('accounts.mediationGroups.mediationAbExperiments.stop', {
    on: `${group}/mediationAbExperiments`,
    body: { variantChoice: 'VARIANT_CHOICE_B' },
  });
}

async function setPrice(desk: PublisherSession, group: string, cpmMicros: string): Promise<void> {
  const read = await readGroup(desk, group);
  const id = requirePresent(lineOf(read, 'appLovin').id, 'the line');
  await desk.api.call('accounts.mediationGroups.patch', {
    on: group,
    query: { updateMask: `mediationGroupLines["${id}"].cpmMicros` },
    body: { mediationGroupLines: { [id]: { cpmMicros } } },
    ifMatch: read.etag,
  });
}

/**
 * Two months of a publisher: its ads earn money every day, one experiment is decided, a price is changed, another experiment
 * runs. In the last two weeks people also get licences. Lets days pass until `daysLeft` are left, for the stories that follow.
 */
export async function playPast(
  stage: Stage,
  daysLeft = 0,
  exchange: Narrator['exchange'] = () => {},
): Promise<Past> {
  const { operator, effects, server } = stage;
  const send = observedSend(exchange);
  const { id: publisherId } = await callAdmin(operator, 'createPublisher', PUBLISHER);
  const administrator = await consoleUser(stage, 'grace', {
    role: 'administrator',
    publishers: [publisherId],
  });
  const engineer = await newEngineer(operator, await freeEmail(operator, 'bo'), publisherId);
  const application = await register(operator, CLIENT);
  const desk: PublisherSession = {
    account: `accounts/${publisherId}`,
    ...(await openDesk(stage, send, engineer, application)),
  };
  const groups: Groups = await makeInventory(desk);
  const earn = earnings(desk, { zone: PUBLISHER.reportingTimeZone, clock: effects.clock });
  const silent = { ...narrator(false, () => {}), exchange };
  const playDay = licences(stage, administrator, silent);
  stage.moments.push(...lastDays(stage, administrator, silent));
  let played = stage.daysBehind();
  const playIssuer = async () => {
    for (; played > stage.daysBehind(); played -= 1) await playDay(played - 1);
  };
  /** Lets days pass, and sends what the ads earned on them. */
  const waitUntil = async (daysAgo: number) => {
    await playIssuer();
    while (stage.daysBehind() > daysAgo) {
      await stage.passDay();
      await playIssuer();
    }
    await desk.renew();
    await earn(await Promise.all(Object.values(groups).map((name) => readGroup(desk, name))));
    await server.context.mediation?.lookAtExperiments();
    // The server does it by itself, but not as fast as days pass here.
    await server.context.issuer?.statusLists.publisher.publishDue();
  };

  await waitUntil(AGO.firstTrial);
  await startTrial(desk, groups.race, {
    displayName: 'A higher price for AppLovin',
    network: 'appLovin',
    cpmMicros: '3400000',
  });
  await waitUntil(AGO.decision);
  await decide(desk, groups.race);
  await waitUntil(AGO.newPrice);
  await setPrice(desk, groups.coins, '11200000');
  await waitUntil(AGO.secondTrial);
  await startTrial(desk, groups.coins, {
    displayName: 'A higher price for ironSource',
    network: 'ironSource',
    cpmMicros: '12400000',
  });
  await waitUntil(daysLeft);
  // The server looks once at each day of an experiment, so the numbers of the day must be there before.
  stage.endOfDay.push(() => waitUntil(stage.daysBehind()));
  return {
    publisherId,
    displayName: PUBLISHER.displayName,
    engineer,
    administrator,
    earn: () => waitUntil(0),
  };
}
