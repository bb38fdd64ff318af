import { type AttemptLimit, counted } from '../../conventions/attempts.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';

type Limits = Pick<IssuerPolicy, 'codeAttempts'>;

const ALL = 'all';
const subjectOf = (deviceReferenceId: string) => `device ${deviceReferenceId}`;

async function isUsedUp(reader: IssuerReader, subject: string, limit: AttemptLimit, now: number) {
  return counted(await reader.codeAttempts(subject), subject, limit, now) === undefined;
}

/** Whether the next code of the device is refused without looking at it. */
export async function attemptsUsedUp(
  reader: IssuerReader,
  deviceReferenceId: string,
  { codeAttempts: { perDevice, inAll, beyondInAll } }: Limits,
  now: number,
): Promise<boolean> {
  if (await isUsedUp(reader, subjectOf(deviceReferenceId), perDevice, now)) return true;
  return beyondInAll === 'refuse' && isUsedUp(reader, ALL, inAll, now);
}

async function countOne(writer: IssuerWriter, subject: string, limit: AttemptLimit, now: number) {
  const count = counted(await writer.codeAttempts(subject), subject, limit, now);
  if (count) await writer.saveCodeAttempts(count);
  return count;
}

/** Counts a wrong code; tells whether it was the one with which the limit of all devices is reached. */
export async function countWrongCode(
  writer: IssuerWriter,
  deviceReferenceId: string,
  { codeAttempts: { perDevice, inAll } }: Limits,
  now: number,
): Promise<boolean> {
  await countOne(writer, subjectOf(deviceReferenceId), perDevice, now);
  const all = await countOne(writer, ALL, inAll, now);
  return all?.failures === inAll.most;
}
