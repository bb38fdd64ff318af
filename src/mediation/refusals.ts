import { faultsOf, StatusError } from '../conventions/index.ts';
import type { ReasonOf } from '../conventions/reasons/index.ts';
import { isTenDigits } from './names.ts';
import type { MediationAbExperiment, MediationGroup } from './ports/entities.ts';
import type { MediationReader } from './ports/store.ts';

/** Collects the semantic problems of a request, so that one answer lists all of them. */
export interface Violations {
  /** `metadata`: the variable parts of the problem, by name. */
  add(field: string, problem: string, metadata?: Readonly<Record<string, string>>): void;
  /** Throws INVALID_ARGUMENT if any problem was added. */
  refuse(): void;
}

export function violationsOf(reason: ReasonOf<'INVALID_ARGUMENT'>): Violations {
  const { add, raise } = faultsOf(reason);
  return {
    add: (field, problem, metadata = {}) => add({ field, description: `'${field}' ${problem}.`, metadata }),
    refuse: raise,
  };
}

export const notFound = () => new StatusError('NOT_FOUND', 'Requested entity was not found.');

interface Place {
  readonly publisherId: string;
  readonly groupId: string;
}

/** @throws StatusError NOT_FOUND */
export async function checkPublisher(reader: MediationReader, publisherId: string): Promise<void> {
  if (!(await reader.publisher(publisherId))) throw notFound();
}

/** If the group exists, so does its publisher, so one lookup is enough. @throws StatusError NOT_FOUND */
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
