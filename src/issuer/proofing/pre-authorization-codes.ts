import { type AttemptLimit, countFailure } from '../../conventions/attempt-limit.ts';
import { ALPHANUMERIC, type RandomFill, randomText } from '../../conventions/random-text.ts';
import type { PreAuthorizationCode } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';

/** 26 characters of [A-Za-z0-9]: 154 bits. */
export function newCode(random: RandomFill): string {
  return randomText(random, ALPHANUMERIC, 26);
}

/** Ids sort by time until 2059, because until then milliseconds have eight digits in base 36. */
export function newCodeId(random: RandomFill, at: number): string {
  return `c-${at.toString(36)}-${randomText(random, ALPHANUMERIC, 10)}`;
}

export type CodeState = 'open' | 'used' | 'revoked' | 'expired';

/** The state of a code at `now`. */
export function codeState({ usedBy, revokedAt, expiresAt }: PreAuthorizationCode, now: number): CodeState {
  if (usedBy !== undefined) return 'used';
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

export type AttemptLimits = Pick<IssuerPolicy, 'codeAttempts'>;

const ALL = 'all';
const deviceOf = (deviceReferenceId: string) => `device ${deviceReferenceId}`;

/**
 * A changed limit starts a new count, because its window is different and its alarm has not been raised yet.
 */
const subjectOf = (whose: string, { most, window }: AttemptLimit) => `${whose} ${most}/${window}`;

async function isUsedUp(reader: IssuerReader, whose: string, limit: AttemptLimit, now: number) {
  const subject = subjectOf(whose, limit);
  return countFailure(await reader.codeAttempts(subject), subject, limit, now) === undefined;
}

/** Whether the next code of the device is refused without a lookup. */
export async function attemptsUsedUp(
  reader: IssuerReader,
  deviceReferenceId: string,
  { codeAttempts: { perDevice, inAll, beyondInAll } }: AttemptLimits,
  now: number,
): Promise<boolean> {
  if (await isUsedUp(reader, deviceOf(deviceReferenceId), perDevice, now)) return true;
  return beyondInAll === 'refuse' && isUsedUp(reader, ALL, inAll, now);
}

async function countOne(writer: IssuerWriter, whose: string, limit: AttemptLimit, now: number) {
  const subject = subjectOf(whose, limit);
  const count = countFailure(await writer.codeAttempts(subject), subject, limit, now);
  if (count) await writer.saveCodeAttempts(count);
  return count;
}

/** Counts a wrong code; returns whether the count of all devices reaches its limit. */
export async function countWrongCode(
  writer: IssuerWriter,
  deviceReferenceId: string,
  { codeAttempts: { perDevice, inAll } }: AttemptLimits,
  now: number,
): Promise<boolean> {
  await countOne(writer, deviceOf(deviceReferenceId), perDevice, now);
  const all = await countOne(writer, ALL, inAll, now);
  return all?.failures === inAll.most;
}
