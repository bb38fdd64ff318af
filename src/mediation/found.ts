import { StatusError } from '../conventions/index.ts';
import { isTenDigits } from './names.ts';
import type { MediationAbExperiment, MediationGroup } from './ports/entities.ts';
import type { MediationReader } from './ports/store.ts';

export const notFound = () => new StatusError('NOT_FOUND', 'Requested entity was not found.');

interface Place {
  readonly publisherId: string;
  readonly groupId: string;
}

/** @throws StatusError NOT_FOUND */
export async function checkPublisher(reader: MediationReader, publisherId: string): Promise<void> {
  if (!(await reader.publisher(publisherId))) throw notFound();
}

/** A group has a publisher, so that one look-up is enough. @throws StatusError NOT_FOUND */
export async function groupOf(
  reader: MediationReader,
  { publisherId, groupId }: Place,
): Promise<MediationGroup> {
  const group = isTenDigits(groupId) ? await reader.group(publisherId, groupId) : undefined;
  if (!group) throw notFound();
  return group;
}

/** @throws StatusError NOT_FOUND */
export async function experimentOf(
  reader: MediationReader,
  { publisherId, groupId }: Place,
  experimentId: string,
): Promise<MediationAbExperiment> {
  const isId = isTenDigits(groupId) && isTenDigits(experimentId);
  const experiment = isId ? await reader.experiment(publisherId, groupId, experimentId) : undefined;
  if (!experiment) throw notFound();
  return experiment;
}
