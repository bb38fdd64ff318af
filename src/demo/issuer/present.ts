import { randomBytes } from 'node:crypto';
import { encodeSessionTranscript } from '../../formats/mdoc/index.ts';
import type { MsoStanding } from '../../formats/status/index.ts';
import { type Narrator, StoryError } from '../narrator.ts';
import { type Participants, type Presented, verifyWithForeignLibrary } from './participants.ts';

const MDL = 'org.iso.18013.5.1';

/** The elements that a bar requests to check an age. */
export const AGE_CHECK = { [MDL]: ['portrait', 'age_over_21', 'given_name'] };

/** Fails the demo unless the status is this one. */
export function expect(actual: object | string | undefined, wanted: string): void {
  const found = typeof actual === 'object' ? Object.keys(actual) : [actual];
  if (!found.includes(wanted)) throw new StoryError(`expected ${wanted}, found ${found.join(', ')}`);
}

/** A reader checks the presentation by a library of others, fetches the status list, and finds the expected standing. */
export async function checkByReader(
  { trustedRoots, reader, clock }: Pick<Participants, 'trustedRoots' | 'reader' | 'clock'>,
  tell: Narrator,
  { deviceResponse, sessionTranscript }: Pick<Presented, 'deviceResponse' | 'sessionTranscript'>,
  standing: MsoStanding,
): Promise<void> {
  const checks = await verifyWithForeignLibrary({
    deviceResponse,
    sessionTranscript,
    trustedRoots,
    now: new Date(clock()),
  });
  if (!checks) tell.result('@owf/mdoc is not installed here, so no other library checked it');
  const failed = (checks ?? []).filter(({ status }) => status !== 'PASSED');
  if (failed.length > 0) throw new StoryError(`@owf/mdoc: ${failed.map(({ check }) => check).join('; ')}`);
  if (checks) tell.result(`@owf/mdoc, a library by others, verified it: ${checks.length} checks passed`);
  expect(await reader.standingOf(deviceResponse, trustedRoots), standing);
}

/** A new transcript of a session with a reader. */
export const newTranscript = (): Uint8Array =>
  encodeSessionTranscript({ handover: ['OpenID4VPHandover', randomBytes(32)] });

/** Shows the document to a reader. */
export async function present(
  cast: Participants,
  tell: Narrator,
  standing: MsoStanding = 'valid',
): Promise<void> {
  const sessionTranscript = newTranscript();
  const { deviceResponse, disclosed } = await cast.phone.present({
    docRequest: AGE_CHECK,
    sessionTranscript,
  });
  tell.result(
    `disclosed ${disclosed.map(({ identifier }) => identifier).join(', ')} in ${deviceResponse.length} bytes`,
  );
  await checkByReader(cast, tell, { deviceResponse, sessionTranscript }, standing);
}
