import type { Catalogue } from '../ports/catalogue.ts';
import type { AdFormat, MediationGroup, MediationGroupLine, Platform } from '../ports/entities.ts';
import type { LintException } from './exceptions.ts';
import type { LintStatistics } from './statistics.ts';

/** A group from the store, a file or the interface. Times are absent if the source does not have them. */
export interface LintGroup
  extends Pick<
    MediationGroup,
    'groupId' | 'displayName' | 'state' | 'targeting' | 'priority' | 'archivedAt'
  > {
  readonly lines: readonly LintLine[];
  readonly createdAt?: number;
  readonly updatedAt?: number;
}

export interface LintLine extends MediationGroupLine {
  /** The line has had its price at least since this time; absent if unknown. */
  readonly pricedAt?: number;
  /** When its price was last changed, if that was in the last days, so that its numbers may mix two prices. */
  readonly repricedAt?: number;
}

export interface LintMapping {
  /** The text by which lines name it: a resource name, or the key in a file. */
  readonly name: string;
  readonly adUnitId: string;
  readonly adapterId: string;
  /** Values by config metadata id. */
  readonly configurations: Readonly<Record<string, string>>;
}

export interface LintAdUnit {
  readonly adUnitId: string;
  readonly displayName: string;
  readonly format: AdFormat;
  /** Platform of its app. */
  readonly platform: Platform;
  /** Absent if unknown. */
  readonly appId?: string;
}

/**
 * An experiment without a decision. Its lines are those of the group. The public interface tells only that it runs.
 */
export interface LintExperiment {
  readonly groupId: string;
  readonly experimentId?: string;
  readonly startedAt?: number;
  readonly endsAt?: number;
  /** When a line of one of the variants was changed since the start; absent if none was, or if unknown. */
  readonly linesChangedAt?: number;
}

/** The configuration of a publisher. It is plain data, so the same rules check files and any server. */
export interface LintModel {
  readonly publisherId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly catalogue: Catalogue;
  /** Absent if the publisher does not keep its inventory here. Ad units are then not compared with it. */
  readonly inventory?: readonly LintAdUnit[];
  readonly groups: readonly LintGroup[];
  readonly mappings: readonly LintMapping[];
  readonly experiments: readonly LintExperiment[];
  /** Without them, the rules that need them find nothing. */
  readonly statistics?: LintStatistics;
  readonly exceptions?: readonly LintException[];
}
