import type { LineKind } from '../../resolve/index.ts';

/** The ad sources and adapters that can be used; the same for all publishers. */
export interface Catalogue {
  /** Ad sources in ascending order of id. */
  readonly adSources: readonly AdSource[];
  /** The service's own network: its line is added to every new group. */
  readonly ownNetwork: AdSource;
  adSource(adSourceId: string): AdSource | undefined;
  adapter(adapterId: string): Adapter | undefined;
}

/** Gives the catalogue of now: it can be replaced while the server runs. */
export type CurrentCatalogue = () => Catalogue;

/** A catalogue and its source. */
export interface LoadedCatalogue {
  readonly catalogue: Catalogue;
  readonly file: string;
  /** Changes with the content of the file. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly loadedAt: number;
  /** Why the current file is not in use. */
  readonly problems: readonly string[];
}

/** The source of the catalogue. */
export interface CatalogueSource {
  loaded(): LoadedCatalogue;
  /** Reads it again. @throws CatalogueError; the catalogue of before stays. */
  reload(): LoadedCatalogue;
}

export interface AdSource {
  /** Decimal, beyond int64. */
  readonly adSourceId: string;
  readonly title: string;
  /** How apps ask the source. */
  readonly kind: LineKind;
  /** Adapters in ascending order of id. */
  readonly adapters: readonly Adapter[];
}

export interface Adapter {
  /** int64 in decimal. */
  readonly adapterId: string;
  readonly adSourceId: string;
  readonly title: string;
  readonly platform: 'ANDROID' | 'IOS' | 'WINDOWS_PHONE';
  readonly formats: readonly string[];
  readonly configMetadata: readonly AdapterConfigMetadata[];
  /** The class that an app loads. */
  readonly className?: string;
}

export interface AdapterConfigMetadata {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  /** The value is a secret that no app gets. */
  readonly withhold?: boolean;
}
