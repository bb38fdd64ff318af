import { callAdmin } from '../../cli/admin/client.ts';
import type { MsoStanding } from '../../formats/status/index.ts';
import { expectEqual, type Narrator, requirePresent } from '../narrator.ts';
import type { Participants, Scene } from './participants.ts';
import { AGE_CHECK, checkByReader, newTranscript } from './present.ts';

const BATCH = 5;

/** The second phone shows the document to a reader, if it has one. */
export async function showSecondPhone(
  cast: Participants,
  tell: Narrator,
  standing: MsoStanding,
): Promise<void> {
  const sessionTranscript = newTranscript();
  const deviceResponse = await cast.otherWallet.present(AGE_CHECK, sessionTranscript);
  if (deviceResponse === undefined) return;
  tell.result(`@owf/mdoc, her other wallet, answers in ${deviceResponse.length} bytes`);
  await checkByReader(cast, tell, { deviceResponse, sessionTranscript }, standing);
}

/** The same person gets the licence on another phone, by OpenID4VCI and a wallet of somebody else. */
export const giveToSecondPhone: Scene = async (cast, tell) => {
  const { operator, holder, otherWallet } = cast;
  tell.step(
    'She has a second phone, with a wallet by others; it takes the offer of a new code by OpenID4VCI',
  );
  const issued = await callAdmin(operator, 'issueCode', { holderId: holder.id });
  const count = await otherWallet.receive(requirePresent(issued.offer, 'the offer'), BATCH);
  if (count === undefined) {
    tell.result('@openid4vc/openid4vci is not installed here, so this step is left out');
    return;
  }
  tell.result(`@openid4vc/openid4vci, unmodified, got ${count} credentials, each for a key of its own`);
  const { credentials } = await callAdmin(operator, 'listCredentials', {
    holderId: holder.id,
    state: 'active',
  });
  const channels = credentials.map(({ channel }) => channel).toSorted();
  expectEqual(channels, ['openid4vci', 'walletPlatform'], 'the channels of her credentials');
  tell.result(`she has the same licence twice: by ${channels.join(' and by ')}`);

  tell.step('The reader accepts it from that phone too');
  await showSecondPhone(cast, tell, 'valid');
};
