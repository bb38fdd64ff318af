import type { PublisherDirectory } from '../../accounts/ports/services.ts';
import { omit } from '../../conventions/omit.ts';
import { SERVE_PREFIX } from '../../http/serve/plugin.ts';
import { recordCatalogue } from '../../mediation/catalogue/index.ts';
import { lookDeps } from '../../mediation/experiment/look.ts';
import { lookAtExperiments } from '../../mediation/experiment/look-round.ts';
import type { MediationDeps } from '../../mediation/operation.ts';
import { mediationPanel } from '../../mediation/panel.ts';
import type { ServingStore } from '../../mediation/ports/serving.ts';
import type { StatisticsStore } from '../../mediation/ports/statistics.ts';
import type { MediationStore } from '../../mediation/ports/store.ts';
import type { CurrentRates } from '../../mediation/reports/currency-conversion.ts';
import { reportDeps } from '../../mediation/reports/report-deps.ts';
import type { ServeSettings } from '../../mediation/serve/build-snapshot.ts';
import { priceRound } from '../../mediation/serve/price-round.ts';
import { servingKeys } from '../../mediation/serve/serving-keys.ts';
import { appSnapshots, type ServingObserver } from '../../mediation/serve/snapshots.ts';
import { deviceEvents } from '../../mediation/statistics/device-events.ts';
import type { MadeDays } from '../../storage/mediation/parquet/parquet-days.ts';
import type { Settings } from '../config/settings.ts';
import type { Effects } from '../effects.ts';
import type { CatalogueFile } from '../files/catalogue.ts';
import { filesRound } from '../rounds/files-round.ts';
import { moneyRound, type PublisherDifference } from '../rounds/money-round.ts';
import { statisticsRound } from '../rounds/statistics-round.ts';

/** The accounts in the mediation panel, for sign-in and consent. */
export function publisherDirectory(store: MediationStore): PublisherDirectory {
  return {
    async displayNames(publisherIds) {
      const publishers = await store.read((reader) => reader.publishers(publisherIds));
      return new Map(publishers.map(({ publisherId, displayName }) => [publisherId, displayName]));
    },
  };
}

/** Those of a server without the mediation panel. */
export const NO_PUBLISHERS: PublisherDirectory = { displayNames: async () => new Map() };

interface MediationParts {
  readonly settings: Settings['mediation'];
  readonly catalogue: CatalogueFile;
  readonly store: MediationStore;
  readonly serving: ServingStore;
  readonly statistics: StatisticsStore;
  /** Absent if no folder is set. */
  readonly parquet: MadeDays | undefined;
  /** Whether a time of the clock is believed (rounds/believed-clock.ts). */
  readonly isBelieved: (now: number) => Promise<boolean>;
  /** Absent if no file is set. */
  readonly rates: CurrentRates | undefined;
  /** Address of the public listener; undefined if only the address that it is bound to is known. */
  readonly publicUrl: () => string | undefined;
  readonly effects: Effects;
  readonly observe?: ServingObserver | undefined;
  /** Gets the differences between the revenue of devices and the settled one, once a day. */
  readonly observeMoney?: ((differences: readonly PublisherDifference[]) => void) | undefined;
}

const UNOBSERVED: ServingObserver = { outage() {}, tooLarge() {}, built() {} };

function serveSettings({
  batchRows,
  batchSeconds,
  ...rest
}: Settings['mediation']['serving']): Omit<ServeSettings, 'eventUrl'> {
  return {
    ...omit(rest, 'countryHeader', 'eventUrl'),
    ...(batchRows !== undefined && { batching: { maxRows: batchRows, maxSeconds: batchSeconds } }),
  };
}

/** The mediation panel. */
export function createMediation({
  settings,
  catalogue,
  store,
  serving,
  statistics,
  parquet,
  isBelieved,
  rates,
  publicUrl,
  effects,
  observe = UNOBSERVED,
  observeMoney = () => {},
}: MediationParts) {
  const { strictInventory, freezeDuringExperiments, groupExtensions, experiments } = settings;
  const policy = { strictInventory, freezeDuringExperiments, groupExtensions, experiments };
  const eventUrl = () => {
    if (settings.serving.eventUrl !== undefined) return settings.serving.eventUrl;
    const url = publicUrl();
    return url === undefined ? undefined : `${url}${SERVE_PREFIX}/{key}/events`;
  };
  const { retention, devices: caps } = settings.statistics;
  const deps: MediationDeps = {
    store,
    statistics,
    reports: reportDeps(rates, retention.hourDays, parquet),
    catalogue: catalogue.current,
    policy,
    ...effects,
  };
  return {
    /** Records a change of the catalogue in the audit log. */
    recordCatalogue: recordCatalogue(deps, catalogue),
    store,
    servingKeys: servingKeys({ store: serving, clock: effects.clock, onOutage: observe.outage }),
    snapshots: appSnapshots({
      store: serving,
      catalogue: catalogue.current,
      settings: serveSettings(settings.serving),
      eventUrl,
      clock: effects.clock,
      observe,
    }),
    statistics,
    /** Makes the Parquet files that are due; undefined if no folder is set. */
    makeFiles:
      parquet && filesRound({ parquet, dayMonths: retention.dayMonths, clock: effects.clock, isBelieved }),
    purgeStatistics: statisticsRound({ statistics, retention }),
    compareMoney: moneyRound({
      store,
      statistics,
      rates: deps.reports.rates,
      clock: effects.clock,
      observe: observeMoney,
    }),
    takeEvents: deviceEvents({ ...deps, caps }),
    catalogue,
    panel: mediationPanel(deps),
    deps,
    /** Observes the prices of LIVE lines once after each day. */
    observePrices: priceRound(deps),
    /** Looks at the experiments that have a new full day. */
    lookAtExperiments: (now?: number) => lookAtExperiments({ ...lookDeps(deps), clock: effects.clock }, now),
  };
}
