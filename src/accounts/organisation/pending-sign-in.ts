import { type RandomFill, randomText, URL_SAFE } from '../../conventions/random-text.ts';
import { MINUTE } from '../../conventions/time.ts';
import type { Attempt } from '../ports/organisation.ts';
import type { OrganisationDeps } from './deps.ts';

/** An attempt to sign in, between leaving for the provider and coming back. */
export interface PendingSignIn extends Attempt {
  readonly organisationId: string;
  readonly asksStrong: boolean;
}

const MODEL = 'OrganisationAttempt';
const LIFE = 10 * MINUTE;

const secret = (random: RandomFill) => randomText(random, URL_SAFE, 43);

/** The interaction to which an answer belongs. */
export const interactionIn = (state: string): string | undefined =>
  /^([\w-]{10,64})\.[\w-]{43}$/.exec(state)?.[1];

type Needs = Pick<OrganisationDeps, 'store' | 'clock' | 'random'>;

/** Stores a new attempt. An interaction has one, so that nobody can fill the database. */
export async function openPendingSignIn(
  { store, clock, random }: Needs,
  uid: string,
  given: Pick<PendingSignIn, 'organisationId' | 'asksStrong'>,
): Promise<PendingSignIn> {
  const payload = {
    ...given,
    state: `${uid}.${secret(random)}`,
    nonce: secret(random),
    verifier: secret(random),
  };
  const artifact = { model: MODEL, id: uid, payload, expiresAt: clock() + LIFE };
  await store.write((writer) => writer.saveArtifact(artifact));
  return payload;
}

/** Uses up the attempt of this interaction; undefined if there is none with this state. */
export function takePendingSignIn(
  { store, clock }: Needs,
  uid: string,
  state: string,
): Promise<PendingSignIn | undefined> {
  return store.write(async (writer) => {
    const artifact = await writer.artifact(MODEL, uid);
    const attempt = artifact?.payload as PendingSignIn | undefined;
    if (artifact === undefined || artifact.expiresAt <= clock() || attempt?.state !== state) return undefined;
    await writer.deleteArtifact(MODEL, uid);
    return attempt;
  });
}
