import type { AnchorAttempt } from '../../audit/index.ts';
import type { Throttle } from '../../http/throttle.ts';
import type { DeliveryDeps } from '../../issuer/outbox/deliver.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { ObserveProofing } from '../../issuer/ports/proofing.ts';
import type { ClosedLists } from '../../issuer/status/close-lists.ts';
import type { ServingObserver } from '../../mediation/serve/snapshots.ts';
import type { BreakGlassEvent } from '../break-glass/break-glass.ts';
import type { Settings } from '../config/settings.ts';
import type { Effects } from '../effects.ts';
import type { ObserveCatalogue } from '../files/catalogue.ts';
import type { ObserveFiles } from '../files/setting-file.ts';
import type { RecordWatch } from '../issuer/http-clients.ts';
import type { PublisherDifference } from '../rounds/money-round.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** Observers of events behind the listeners. */
export interface ContextObservers {
  /** Called when files are read again. */
  readonly files: ObserveFiles;
  readonly catalogue: ObserveCatalogue;
  readonly proofing: ObserveProofing;
  readonly records: (policy: IssuerPolicy) => RecordWatch;
  readonly notification: DeliveryDeps['observe'];
  readonly serving: ServingObserver;
  readonly money: (differences: readonly PublisherDifference[]) => void;
  /** Parquet files of a publisher could not be read. */
  readonly parquet: (publisherId: string, error: unknown) => void;
  readonly anchor: (attempt: AnchorAttempt) => void;
  readonly breakGlass: (event: BreakGlassEvent) => void;
  readonly closedLists: (closed: ClosedLists) => void;
}

/** What each part of the context begins with. */
export interface PartDeps {
  readonly settings: Settings;
  readonly effects: Effects;
  readonly observe?: ContextObservers | undefined;
  readonly limits: Throttle;
  /** Absent if requests are not traced. */
  readonly tracing?: Tracing | undefined;
  /** How the parts end that have begun, the last one first. */
  readonly ends: AsyncDisposableStack;
}
