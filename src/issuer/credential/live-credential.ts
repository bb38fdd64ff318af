import type { Credential } from '../model/index.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { credentialAt, settleCredential } from './settle.ts';
import { isLive } from './state-machine.ts';

/** Whether the device has a live credential at `now`. */
export async function hasLiveCredential(
  reader: IssuerReader,
  deviceReferenceId: string,
  now: number,
): Promise<boolean> {
  const found = await reader.liveCredentialOf(deviceReferenceId);
  return found !== undefined && isLive(credentialAt(found, now).state);
}

/** The same before a write that relies on it: a passed deadline is written down first. */
export async function settleLiveCredential(
  writer: IssuerWriter,
  deviceReferenceId: string,
  now: number,
): Promise<boolean> {
  const found = await writer.liveCredentialOf(deviceReferenceId);
  return found !== undefined && isLive((await settleCredential(writer, found, now)).state);
}

/** The holder's credentials that are still live once passed deadlines were written down. */
export async function settledCredentialsOfHolder(
  writer: IssuerWriter,
  holderId: string,
  now: number,
): Promise<readonly Credential[]> {
  const settled: Credential[] = [];
  for (const found of await writer.liveCredentialsOfHolder(holderId)) {
    const credential = await settleCredential(writer, found, now);
    if (isLive(credential.state)) settled.push(credential);
  }
  return settled;
}
