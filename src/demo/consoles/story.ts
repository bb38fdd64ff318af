import { callAdmin } from '../../cli/admin/client.ts';
import type { AdminClient } from '../../client/admin.ts';
import { freeEmail } from '../mediation/account.ts';
import type { Narrator, Stage } from '../narrator.ts';
import { atDesk, type ConsoleUser, consoleUser, signedInAddress } from './people.ts';
import { type Past, playPast } from './play-past.ts';
import { lastDays, tellLicence, tellQueue } from './queue.ts';

/** A person and the address at which that person is signed in. */
interface SignedIn {
  readonly user: ConsoleUser;
  readonly address: string;
}

/** In a folder that was used before, the publishers are there already. */
async function engineerOfAll(stage: Stage): Promise<ConsoleUser> {
  const { publishers } = await callAdmin(stage.operator, 'listPublishers', {});
  return consoleUser(stage, 'bo', { publishers: publishers.map(({ id }) => id) });
}

/** Shows what two months of a publisher have left, up to yesterday. */
async function showPast({ displayName, publisherId, earn }: Past, tell: Narrator): Promise<void> {
  tell.step(`${displayName} has two months of earnings, one experiment is decided, and one runs`);
  await earn();
  tell.result(`${displayName} is ${publisherId}`);
}

/** The engineer of the other story may act for this publisher too. */
async function shareWith(stage: Stage, { publisherId }: Past): Promise<void> {
  const { users } = await callAdmin(stage.operator, 'listUsers', {});
  for (const { id, email, publishers } of users)
    if (/^ada[@-]/.test(email) && !publishers.includes(publisherId))
      await callAdmin(stage.operator, 'changeUserPublishers', { user: id, add: [publisherId] });
}

/** Somebody has not followed the link of the invitation yet. */
async function inviteColleague({ operator }: Stage, desk: AdminClient['call']): Promise<void> {
  await desk('inviteUser', {
    email: await freeEmail(operator, 'mia'),
    role: 'operator',
    publishers: [],
  });
}

/** Fills both consoles with work, and creates a user for each. */
export async function playConsolesStory(
  stage: Stage,
  tell: Narrator,
  given?: Past,
): Promise<{ readonly operators: SignedIn; readonly mediation: SignedIn }> {
  const past = given ?? (stage.daysBehind() > 0 ? await playPast(stage, 0, tell.exchange) : undefined);
  const administrator =
    past?.administrator ?? (await consoleUser(stage, 'grace', { role: 'administrator', publishers: [] }));
  if (!past) {
    stage.moments.push(...lastDays(stage, administrator, tell));
    await stage.passDay();
  }
  tellLicence(tell);
  tellQueue(tell, past !== undefined);
  if (past) {
    await showPast(past, tell);
    await shareWith(stage, past);
  }
  tell.step('An administrator and an ad-ops engineer have an account each');
  const engineer = past?.engineer ?? (await engineerOfAll(stage));
  await inviteColleague(stage, await atDesk(stage, administrator));
  tell.result(`${administrator.email} and ${engineer.email}`);
  return {
    operators: { user: administrator, address: await signedInAddress(stage, administrator, 'operators') },
    mediation: { user: engineer, address: await signedInAddress(stage, engineer, 'mediation') },
  };
}
