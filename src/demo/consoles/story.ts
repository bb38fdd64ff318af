import type { Narrator, Stage } from '../stage.ts';
import { fillPublisher } from './groups.ts';
import { type ConsoleUser, consoleUser, signedInAddress } from './people.ts';
import { fillQueue, issueLicence } from './queue.ts';

/** A person and the address at which that person is signed in. */
export interface SignedIn {
  readonly user: ConsoleUser;
  readonly address: string;
}

/** Fills both consoles with work, and creates a user for each. */
export async function playConsolesStory(
  stage: Stage,
  tell: Narrator,
): Promise<{ readonly operators: SignedIn; readonly mediation: SignedIn }> {
  await issueLicence(stage, tell);
  await fillQueue(stage, tell);
  const publisherId = await fillPublisher(stage, tell);
  tell.step('An administrator and an ad-ops engineer get an account each');
  const administrator = await consoleUser(stage, 'grace', { role: 'administrator', publishers: [] });
  const engineer = await consoleUser(stage, 'bo', { publishers: [publisherId] });
  tell.result(`${administrator.email} and ${engineer.email}`);
  return {
    operators: { user: administrator, address: await signedInAddress(stage, administrator, 'operators') },
    mediation: { user: engineer, address: await signedInAddress(stage, engineer, 'mediation') },
  };
}
