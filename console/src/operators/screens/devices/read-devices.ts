import { limitConcurrency } from '../../../../../src/conventions/limit-concurrency.ts';

/** Requests at a time: people with many proofings have many devices. */
const AT_A_TIME = 4;

/** The devices with these ids, without those that cannot be read, such as one that was deleted meanwhile. */
export async function readDevices<Device>(
  ids: readonly string[],
  read: (id: string) => Promise<Device>,
): Promise<readonly Device[]> {
  const inTurn = limitConcurrency(AT_A_TIME);
  const answers = await Promise.allSettled([...new Set(ids)].map((id) => inTurn(() => read(id))));
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}
