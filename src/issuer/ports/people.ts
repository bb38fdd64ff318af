import type { Subject } from '../../audit/entry.ts';
import type { Holder } from '../model/index.ts';

/** The subject of an audit log entry, with its id. */
export type SubjectPair = readonly [subject: Subject, id: string];

/** The holder whom a subject belongs to. */
export interface Owner {
  readonly holderId: string;
  /** Absent if the holder was erased. */
  readonly documentType?: string;
}

/** The owner of a subject, by what `ownersOf` resolves to. */
export const ownerIn = (
  owners: ReadonlyMap<string, Owner>,
  subject: Subject,
  id: string | undefined,
): Owner | undefined => owners.get(`${subject} ${id}`);

/** Whom things belong to. */
export interface PeopleReader {
  /** Those of these holders that exist, in no order. */
  holdersById(ids: readonly string[]): Promise<readonly Holder[]>;
  /** The owners of proofings, credentials, devices, codes and holds, by subject and id with a space between them. */
  ownersOf(subjects: readonly SubjectPair[]): Promise<ReadonlyMap<string, Owner>>;
  /** The holder with all that belongs to it: the newest of each kind, at most so many as {@link MOST_OF_KIND}. */
  subjectsOfHolder(holderId: string): Promise<readonly SubjectPair[]>;
}

/** Proofings, credentials, codes and holds of one holder, of each so many. */
export const MOST_OF_KIND = 100;
