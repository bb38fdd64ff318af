import type { LineKind } from '../../resolve/index.ts';

/** The available ad sources and adapters, the same for all publishers. */
export interface Catalogue {
  /** Ad sources in ascending order of id. */
  readonly adSources: readonly AdSource[];
  /** The service's own network. A line for it is added to every new group. */
  readonly ownNetwork: AdSource;
  adSource(adSourceId: string): AdSource | undefined;
  adapter(adapterId: string): Adapter | undefined;
}

/** Returns the current catalogue, which can be replaced while the server runs. */
export type CurrentCatalogue = () => Catalogue;

/** A catalogue and its source. */
export interface LoadedCatalogue {
  readonly catalogue: Catalogue;
  readonly file: string;
  /** A version that changes with the content of the file. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly loadedAt: number;
  /** Why the current file is not in use. */
  readonly problems: readonly string[];
}

/** The source of the catalogue. */
export interface CatalogueSource {
  loaded(): LoadedCatalogue;
  /** Reads the file again. @throws CatalogueError; the previous catalogue then stays in use. */
  reload(): LoadedCatalogue;
}

export interface AdSource {
  /** A decimal number that may exceed int64. */
  readonly adSourceId: string;
  readonly title: string;
  /** How apps request ads from the source. */
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
  /** Whether the value is a secret that apps must not get. */
  readonly withhold?: boolean;
}
